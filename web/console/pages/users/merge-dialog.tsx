/** The form that moves everything of a guest to a customer who has signed in. */

import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { UserDetail } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { showSuccess } from '../../components/toast.ts';
import { errorText } from '../../format/error-text.ts';
import { useWords } from '../../texts/words.ts';
import { userCalls, useUsersMerged } from './users-api.ts';

interface MergeDialogProps {
  readonly guest: UserDetail;
  readonly onClose: () => void;
}

export function MergeDialog({ guest, onClose }: MergeDialogProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const merged = useUsersMerged();
  const [into, setInto] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const merge = useMutation({
    mutationFn: () => userCalls.merge(guest.id, Number(into), reason.trim()),
    onSuccess: (user) => {
      showSuccess(t.users.merged);
      merged();
      onClose();
      navigate(`/users/${user.id}`);
    },
  });
  const isRight = Number(into) > 0 && reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !merge.isPending) merge.mutate();
  };
  return (
    <Dialog onClose={onClose} isBusy={merge.isPending} title={t.users.mergeTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t.users.mergeText}</Text>
          <NumberInput
            label={t.users.mergeInto}
            value={into}
            onChange={setInto}
            min={1}
            max={Number.MAX_SAFE_INTEGER}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            required
            data-autofocus
          />
          <ReasonField value={reason} onChange={setReason} isRequired />
          {merge.isError && (
            <Alert color="bad" role="alert">
              {errorText(merge.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" color="bad" disabled={!isRight} loading={merge.isPending}>
              {t.users.merge}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
