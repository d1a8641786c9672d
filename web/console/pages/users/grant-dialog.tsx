/** Grants a customer months of membership for free. */

import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { UserDetail } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { showSuccess } from '../../components/toast.ts';
import { useWords } from '../../texts/words.ts';
import { useRefetchUser, userCalls, useStoreUser } from './users-api.ts';

const monthsMax = 36;

export function GrantDialog({ user, onClose }: { readonly user: UserDetail; readonly onClose: () => void }) {
  const { t } = useWords();
  const [months, setMonths] = useState<number | string>(1);
  const [reason, setReason] = useState('');
  // What the operator saw when the dialog opened: a list that is fetched again must not permit a second grant.
  const [grantsBefore] = useState(user.grants.length);
  const keep = useStoreUser();
  const refetch = useRefetchUser();
  const grant = useMutation({
    mutationFn: () => userCalls.grant(user.id, grantsBefore, Number(months), reason.trim()),
    onSuccess: (changed) => {
      keep(changed);
      showSuccess(t.users.granted);
      onClose();
    },
    onError: () => refetch(user.id),
  });
  const isRight = Number(months) >= 1 && Number(months) <= monthsMax && reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !grant.isPending) grant.mutate();
  };
  return (
    <Dialog onClose={onClose} isBusy={grant.isPending} title={t.users.grant}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t.users.grantText}</Text>
          <NumberInput
            label={t.users.months}
            value={months}
            onChange={setMonths}
            min={1}
            max={monthsMax}
            allowDecimal={false}
            allowNegative={false}
            required
            data-autofocus
          />
          <ReasonField value={reason} onChange={setReason} isRequired />
          <FormError error={grant.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" disabled={!isRight} loading={grant.isPending}>
              {t.users.grant}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
