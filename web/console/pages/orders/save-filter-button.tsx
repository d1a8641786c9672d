/** Saves the present filters of the orders page under a name. */

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { useWords } from '../../texts/words.ts';
import { type FilterName, filledFilters } from './order-filters.ts';
import { useChangeFilters } from './saved-filters-api.ts';

type Filters = Readonly<Record<FilterName, string>>;

interface SaveFilterDialogProps {
  readonly conditions: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

function SaveFilterDialog({ conditions, onClose }: SaveFilterDialogProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const change = useChangeFilters();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || change.isPending) return;
    change.mutate(
      { kind: 'add', name: name.trim(), conditions },
      {
        onSuccess: () => {
          showSuccess(t.filters.added(name.trim()));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t.filters.saveTitle} onClose={onClose} isBusy={change.isPending}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t.filters.name}
            description={t.filters.saveNote}
            value={name}
            maxLength={40}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <FormError error={change.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" loading={change.isPending} disabled={name.trim() === ''}>
              {t.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A filter is saved without the numbers of orders and customers, because these find only one order or one customer. */
export function SaveFilterButton({ filters }: { readonly filters: Filters }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const { order_no, user_id, ...conditions } = filledFilters(filters);
  const isSavable = Object.keys(conditions).length > 0 && order_no === undefined && user_id === undefined;
  return (
    <>
      {!isSavable && (
        <Text size="xs" c="dimmed" className="save-filter-hint">
          {t.filters.saveHint}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} aria-hidden />}
        disabled={!isSavable}
        onClick={() => setOpen(true)}
      >
        {t.filters.save}
      </Button>
      {isOpen && <SaveFilterDialog conditions={conditions} onClose={() => setOpen(false)} />}
    </>
  );
}
