/** The form that adds an operator. The service generates the password, which is shown only once. */

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MadeOperator } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { fieldErrorOf } from '../../format/error-text.ts';
import { useWords } from '../../texts/words.ts';
import { operatorCalls, type Role, useOperatorsChanged } from './operators-api.ts';

function roleOf(text: string): Role {
  return text === 'support' || text === 'owner' ? text : 'viewer';
}

interface AddOperatorDialogProps {
  readonly onMade: (made: MadeOperator) => void;
  readonly onClose: () => void;
}

export function AddOperatorDialog({ onMade, onClose }: AddOperatorDialogProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('support');
  const changed = useOperatorsChanged();
  const add = useMutation({
    mutationFn: () => operatorCalls.add(name.trim(), role),
    onSuccess: (made) => {
      changed();
      onClose();
      onMade(made);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending && name.trim().length >= 2) add.mutate();
  };
  return (
    <Dialog onClose={onClose} isBusy={add.isPending} title={t.operators.add}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t.common.name}
            description={t.operators.nameNote}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldErrorOf(add.error, 'name')}
            maxLength={64}
            autoComplete="off"
            required
            data-autofocus
          />
          <NativeSelect
            label={t.common.role}
            description={t.operators.roleNote[role]}
            value={role}
            onChange={(event) => setRole(roleOf(event.currentTarget.value))}
            data={Object.entries(t.names.role).map(([value, label]) => ({ value, label }))}
          />
          <Text size="sm" c="dimmed">
            {t.operators.generatedNote}
          </Text>
          <FormError error={add.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" loading={add.isPending} disabled={name.trim().length < 2}>
              {t.operators.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
