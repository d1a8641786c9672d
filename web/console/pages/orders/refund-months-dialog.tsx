/** Refunds months of a membership that have not begun. The order stays paid. */

import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OrderDetail } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { showSuccess } from '../../components/toast.ts';
import { amountText } from '../../format/amount-text.ts';
import { useWords } from '../../texts/words.ts';
import { orderCalls, useStoreOrder } from './orders-api.ts';

export interface RefundMonthsDialogProps {
  /** The order as the operator saw it when the dialog opened. It must not change while the dialog is open. */
  readonly order: OrderDetail;
  /** The amount above which a refund needs a second operator, as text. */
  readonly limit: string;
  readonly onClose: () => void;
}

export function RefundMonthsDialog({ order, limit, onClose }: RefundMonthsDialogProps) {
  const { t } = useWords();
  const { offers, refunded_before } = order.month_refunds;
  const [months, setMonths] = useState<number | string>(1);
  const [reason, setReason] = useState('');
  const store = useStoreOrder();
  const offer = offers.find((one) => one.months === Number(months));
  const refund = useMutation({
    mutationFn: () => orderCalls.refundMonths(order.id, Number(months), refunded_before, reason.trim()),
    onSuccess: (changed) => {
      store(changed);
      showSuccess(changed.approval === null ? t.orders.refundDone : t.orders.requestDone);
      onClose();
    },
  });
  const isRight = offer !== undefined && reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !refund.isPending) refund.mutate();
  };
  const amount = offer === undefined ? '' : amountText(offer.amount, order.currency);
  const confirm = offer?.needs_approval === true ? t.orders.requestAmount(amount) : t.orders.refund(amount);
  return (
    <Dialog onClose={onClose} isBusy={refund.isPending} title={t.orders.refundMonths}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t.orders.refundMonthsText}</Text>
          <NumberInput
            label={t.users.months}
            description={t.orders.monthsPossible(offers.at(-1)?.months ?? 0)}
            value={months}
            onChange={setMonths}
            min={1}
            max={offers.at(-1)?.months ?? 1}
            allowDecimal={false}
            allowNegative={false}
            required
            data-autofocus
          />
          <ReasonField value={reason} onChange={setReason} isRequired />
          {offer?.needs_approval === true && <Alert color="busy">{t.orders.requestMonthsText(limit)}</Alert>}
          <FormError error={refund.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" color="bad" disabled={!isRight} loading={refund.isPending}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
