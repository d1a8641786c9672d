/** Adds an operator. The service makes the password, which is shown this once. */

import { Alert, Button, Code, CopyButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MadeOperator } from '../../api/types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { errorWords, fieldErrorOf } from '../../format/error-text.ts';
import { t } from '../../texts/words.ts';
import { roleWords } from '../../texts/names-old.ts';
import { operatorCalls, type Role, useOperatorsChanged } from './operators-api.ts';

function roleOf(text: string): Role {
  return text === 'support' || text === 'owner' ? text : 'viewer';
}

interface AddOperatorDialogProps {
  readonly onMade: (made: MadeOperator) => void;
  readonly onClose: () => void;
}

export function AddOperatorDialog({ onMade, onClose }: AddOperatorDialogProps) {
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
    <Dialog onClose={onClose} title={t('Add an operator')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('Name')}
            description={t('To sign in with, and in the audit log for good.')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldErrorOf(add.error, 'name')}
            maxLength={64}
            autoComplete="off"
            required
            data-autofocus
          />
          <NativeSelect
            label={t('Role')}
            value={role}
            onChange={(event) => setRole(roleOf(event.currentTarget.value))}
            data={Object.entries(roleWords).map(([value, label]) => ({ value, label: t(label) }))}
          />
          {add.isError && (
            <Alert color="red" role="alert">
              {errorWords(add.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('Leave it')}
            </Button>
            <Button type="submit" loading={add.isPending} disabled={name.trim().length < 2}>
              {t('Add an operator')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface MadePasswordDialogProps {
  readonly made: MadeOperator;
  readonly onClose: () => void;
}

export function MadePasswordDialog({ made, onClose }: MadePasswordDialogProps) {
  const password = made.made_password ?? '';
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      title={t('Password of {name}', { name: made.operator.name })}
    >
      <Stack gap="md">
        <Text size="sm">
          {t('It is shown this once. Hand it over safely; it can be changed under “My account”.')}
        </Text>
        <Code block className="made-password">
          {password}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t('Copied') : t('Copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('Done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
