/** Renames, reorders and removes the saved filters of orders. Each change is saved at once. */

import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedFilter } from '../../api/types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useWords } from '../../texts/words.ts';
import { nameOfFilter } from './name-of-filter.ts';
import { useChangeFilters } from './saved-filters-api.ts';

interface ManageFiltersDialogProps {
  readonly filters: readonly SavedFilter[];
  readonly onClose: () => void;
}

/** Saves the name when the field loses the focus, or on Enter. */
function NameField({
  filter,
  onRename,
}: {
  readonly filter: SavedFilter;
  readonly onRename: (name: string) => void;
}) {
  const { t } = useWords();
  const stored = filter.name ?? '';
  const [name, setName] = useState(stored);
  const [saved, setSaved] = useState(stored);
  const save = () => {
    const wanted = name.trim();
    if (wanted === '') setName(saved);
    if (wanted === '' || wanted === saved) return;
    setSaved(wanted);
    onRename(wanted);
  };
  return (
    <TextInput
      size="sm"
      aria-label={t.filters.rename(stored)}
      value={name}
      maxLength={40}
      onChange={({ currentTarget }) => setName(currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}

export function ManageFiltersDialog({ filters, onClose }: ManageFiltersDialogProps) {
  const { t } = useWords();
  const change = useChangeFilters();
  const ids = filters.map(({ id }) => id);
  const arrange = (next: readonly string[], removed: readonly string[] = []) =>
    change.mutate({ kind: 'arrange', ids: next, removed });
  const move = (from: number, to: number) => {
    const next = [...ids];
    next.splice(to, 0, ...next.splice(from, 1));
    arrange(next);
  };
  const absent = Object.entries(t.filters.names).filter(([id]) => !ids.includes(id));
  return (
    <Dialog title={t.filters.manage} onClose={onClose}>
      <Stack gap="md">
        {filters.length === 0 && <Text c="dimmed">{t.filters.noneLeft}</Text>}
        <ul className="managed-filters">
          {filters.map((filter, index) => {
            const name = nameOfFilter(filter);
            return (
              <li key={filter.id}>
                <div className="managed-name">
                  {filter.name === null ? (
                    <Text size="sm">{name}</Text>
                  ) : (
                    <NameField
                      filter={filter}
                      onRename={(wanted) => change.mutate({ kind: 'rename', id: filter.id, name: wanted })}
                    />
                  )}
                </div>
                <ActionIcon
                  variant="subtle"
                  color="quiet"
                  aria-label={t.filters.up(name)}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="quiet"
                  aria-label={t.filters.down(name)}
                  disabled={index === filters.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="bad"
                  aria-label={t.filters.remove(name)}
                  onClick={() =>
                    arrange(
                      ids.filter((id) => id !== filter.id),
                      [filter.id],
                    )
                  }
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        {absent.length > 0 && (
          <Stack gap="xs">
            <Text size="sm" fw={600}>
              {t.filters.defaults}
            </Text>
            <Group gap="xs">
              {absent.map(([id, name]) => (
                <Button
                  key={id}
                  size="xs"
                  variant="default"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  onClick={() => arrange([...ids, id])}
                >
                  {name}
                </Button>
              ))}
            </Group>
          </Stack>
        )}
        <FormError error={change.error} />
      </Stack>
    </Dialog>
  );
}
