/** Gives a user months of membership for nothing. */

import { Alert, Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { UserDetail } from '../../api/types.ts';
import { reasonLengthMax } from '../../components/action-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { errorWords } from '../../format/error-text.ts';
import { notifyDone } from '../../components/toast.ts';
import { t } from '../../texts/words.ts';
import { useKeepUser, userCalls } from './users-api.ts';

const monthsMax = 36;

export function GrantDialog({ user, onClose }: { readonly user: UserDetail; readonly onClose: () => void }) {
  const [months, setMonths] = useState<number | string>(1);
  const [reason, setReason] = useState('');
  const keep = useKeepUser();
  const grant = useMutation({
    mutationFn: () => userCalls.grant(user.id, Number(months), reason.trim()),
    onSuccess: (changed) => {
      keep(changed);
      notifyDone(t('The months are granted.'));
      onClose();
    },
  });
  const isRight = Number(months) >= 1 && Number(months) <= monthsMax && reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !grant.isPending) grant.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t('Grant months')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('They begin when the months that the user has are over. No money moves.')}</Text>
          <NumberInput
            label={t('Months')}
            value={months}
            onChange={setMonths}
            min={1}
            max={monthsMax}
            allowDecimal={false}
            allowNegative={false}
            required
            data-autofocus
          />
          <Textarea
            label={t('Reason')}
            description={t('Kept in the audit log.')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={reasonLengthMax}
            required
            autosize
            minRows={2}
          />
          {grant.isError && (
            <Alert color="red" role="alert">
              {errorWords(grant.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('Leave it')}
            </Button>
            <Button type="submit" disabled={!isRight} loading={grant.isPending}>
              {t('Grant months')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
