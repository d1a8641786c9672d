/** The dialog that answers a problem with a refund of the order, or of membership months. */

import { Alert, NumberInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OrderDetail } from '../../api/types.ts';
import { ReasonField } from '../../components/reason-field.tsx';
import { amountText } from '../../format/amount-text.ts';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { actionView } from '../orders/order-action-views.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { problemCalls } from './problems-api.ts';
import { ReplyField } from './reply-field.tsx';

interface RefundDialogProps {
  readonly order: OrderDetail;
  readonly problemId: number;
  readonly onClose: () => void;
}

export function RefundDialog({ order, problemId, onClose }: RefundDialogProps) {
  const { t } = useWords();
  const { shop } = useSession();
  // The page fetches the order again every few seconds. The dialog keeps what the operator saw when it opened.
  const [seen] = useState(order);
  const { month_refunds: offered, actions, refundable, currency } = seen;
  const [isPartial, setIsPartial] = useState(false);
  const [months, setMonths] = useState<number | string>(1);
  const [reason, setReason] = useState('');
  const [reply, setReply] = useState('');
  const offer = offered.offers.find((one) => one.months === Number(months));
  const limit = amountText(shop.refund_approval ?? 0, currency);
  const needsApproval = isPartial ? offer?.needs_approval === true : actions.includes('request_refund');
  const whole = actionView('refund', seen, limit).body;
  const partial = t.orders.refundMonthsText;
  const amount = amountText(isPartial ? (offer?.amount ?? 0) : refundable, currency);
  const choice = () => ({
    reason: reason.trim(),
    months: isPartial ? Number(months) : null,
    refundedBefore: offered.refunded_before,
  });
  return (
    <AnswerDialog
      title={t.problems.refundTitle}
      text={isPartial ? partial : whole}
      confirm={needsApproval ? t.orders.requestAmount(amount) : t.orders.refund(amount)}
      isDangerous
      isComplete={reason.trim() !== '' && (!isPartial || offer !== undefined)}
      act={() => problemCalls.refund(problemId, choice(), reply.trim())}
      doneMessage={({ approval }) => (approval === null ? t.problems.refunded : t.orders.requestDone)}
      onClose={onClose}
    >
      {offered.offers.length > 0 && (
        <Radio.Group
          value={isPartial ? 'months' : 'whole'}
          onChange={(value) => setIsPartial(value === 'months')}
          label={t.problems.refund}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="whole" label={t.problems.wholeOrder(amountText(refundable, currency))} />
            <Radio value="months" label={t.problems.someMonths} />
          </Stack>
        </Radio.Group>
      )}
      {isPartial && (
        <NumberInput
          label={t.users.months}
          description={t.orders.monthsPossible(offered.offers.at(-1)?.months ?? 0)}
          value={months}
          onChange={setMonths}
          min={1}
          max={offered.offers.at(-1)?.months ?? 1}
          allowDecimal={false}
          allowNegative={false}
          required
        />
      )}
      {needsApproval && <Alert color="busy">{t.orders.requestText(limit)}</Alert>}
      <ReasonField value={reason} onChange={setReason} label={t.problems.refundReason} isRequired />
      <ReplyField value={reply} onChange={setReply} />
    </AnswerDialog>
  );
}
