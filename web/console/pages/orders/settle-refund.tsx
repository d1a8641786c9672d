/** The button beside a failed refund that records that the customer got the money in another way, and its dialog. */

import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OrderDetail } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { amountText } from '../../format/amount-text.ts';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { orderCalls, useStoreOrder } from './orders-api.ts';

interface SettleRefundProps {
  readonly order: OrderDetail;
  readonly refund: OrderDetail['refunds'][number];
}

export function SettleRefund({ order, refund }: SettleRefundProps) {
  const { t } = useWords();
  const { shop } = useSession();
  const [isOpen, setOpen] = useState(false);
  const store = useStoreOrder();
  if (refund.settle_offer === null) return null;
  const needsApproval = refund.settle_offer === 'requested';
  return (
    <>
      <Button className="entry-action" size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t.orders.settle}
      </Button>
      {isOpen && (
        <ActionDialog
          title={t.orders.settleTitle(amountText(refund.amount, refund.currency))}
          confirmLabel={needsApproval ? t.orders.requestSettle : t.orders.settleConfirm}
          reason="required"
          act={(reason) => orderCalls.settleRefund(order.id, refund.refund_no, reason)}
          onDone={store}
          doneMessage={({ approval }) =>
            approval === null ? t.orders.settleDone : t.orders.requestSettleDone
          }
          onClose={() => setOpen(false)}
        >
          <Stack gap="xs">
            <div>{t.orders.settleText}</div>
            {needsApproval && (
              <div>{t.orders.settleApprovalText(amountText(shop.refund_approval ?? 0, shop.currency))}</div>
            )}
          </Stack>
        </ActionDialog>
      )}
    </>
  );
}
