/** Buttons for exactly what the service allows now, each behind a dialog that says what happens to the money. */

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OrderAction, OrderDetail } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { amountText } from '../../components/amount.tsx';
import { useSession } from '../../session/use-session.ts';
import { t } from '../../texts/words.ts';
import { orderCalls, useKeepOrder } from './orders-api.ts';

/** Events are sent again from their own list. */
type ButtonAction = Exclude<OrderAction, 'resend_event'>;

interface ActionWords {
  readonly button: string;
  readonly title: string;
  readonly confirm: string;
  readonly body: ReactNode;
  readonly done: string;
  readonly isDangerous: boolean;
  readonly reason: 'none' | 'optional' | 'required';
  readonly act: (reason: string) => Promise<OrderDetail>;
}

function refundBody(order: OrderDetail, amount: string): string {
  if (order.deal_status === 'done') {
    return t(
      '{amount} go back to the customer the way they were paid. The finished picture cannot be fetched any more.',
      { amount },
    );
  }
  return t(
    '{amount} go back to the customer the way they were paid. Work that has not finished is withdrawn.',
    { amount },
  );
}

function wordsOf(action: ButtonAction, order: OrderDetail, limit: string): ActionWords {
  const amount = amountText(order.price, order.currency);
  const approvalId = order.approval?.id ?? 0;
  switch (action) {
    case 'cancel':
      return {
        button: t('Cancel order'),
        title: t('Cancel this order?'),
        confirm: t('Cancel order'),
        body: t(
          'Nothing has been paid, so no money moves. Should a payment arrive later, it goes back by itself.',
        ),
        done: t('The order is cancelled.'),
        isDangerous: true,
        reason: 'optional',
        act: (reason) => orderCalls.cancel(order.order_no, reason),
      };
    case 'refund':
      return {
        button: t('Refund {amount}', { amount }),
        title: t('Give {amount} back?', { amount }),
        confirm: t('Refund {amount}', { amount }),
        body: refundBody(order, amount),
        done: t('The refund is under way.'),
        isDangerous: true,
        reason: 'required',
        act: (reason) => orderCalls.refund(order.order_no, reason),
      };
    case 'request_refund':
      return {
        button: t('Ask for refund of {amount}', { amount }),
        title: t('Ask to give {amount} back?', { amount }),
        confirm: t('Ask for refund'),
        body: t(
          'Refunds above {limit} need a second operator. No money moves until another operator confirms.',
          { limit },
        ),
        done: t('The refund waits for a second operator.'),
        isDangerous: false,
        reason: 'required',
        act: (reason) => orderCalls.refund(order.order_no, reason),
      };
    case 'confirm_refund':
      return {
        button: t('Confirm refund'),
        title: t('Give {amount} back?', { amount }),
        confirm: t('Confirm refund of {amount}', { amount }),
        body: refundBody(order, amount),
        done: t('The refund is under way.'),
        isDangerous: true,
        reason: 'none',
        act: () => orderCalls.confirm(approvalId),
      };
    case 'reject_refund':
      return {
        button: t('Reject refund'),
        title: t('Reject this refund?'),
        confirm: t('Reject refund'),
        body: t('No money moves and the order stays as it is. The refund can be asked for again.'),
        done: t('The refund is rejected.'),
        isDangerous: false,
        reason: 'required',
        act: (reason) => orderCalls.reject(approvalId, reason),
      };
    case 'retry':
      return {
        button: t('Try again'),
        title: t('Try this order again?'),
        confirm: t('Try again'),
        body: t(
          'Failed refunds and work that was given up are tried again. A refund is tried under its old number, so no money is given back twice.',
        ),
        done: t('It is tried again.'),
        isDangerous: false,
        reason: 'none',
        act: () => orderCalls.retry(order.order_no),
      };
    default:
      return action satisfies never;
  }
}

function isButton(action: OrderAction): action is ButtonAction {
  return action !== 'resend_event';
}

export function OrderActions({ order }: { readonly order: OrderDetail }) {
  const [asked, setAsked] = useState<ButtonAction | null>(null);
  const { shop } = useSession();
  const keep = useKeepOrder();
  const limit = amountText(shop.refund_approval ?? 0, shop.currency);
  const words = asked === null ? null : wordsOf(asked, order, limit);
  return (
    <>
      {order.actions.filter(isButton).map((action) => {
        const { button, isDangerous } = wordsOf(action, order, limit);
        return (
          <Button
            key={action}
            size="sm"
            variant={isDangerous ? 'light' : 'default'}
            color={isDangerous ? 'red' : 'blue'}
            onClick={() => setAsked(action)}
          >
            {button}
          </Button>
        );
      })}
      {words !== null && (
        <ActionDialog
          title={words.title}
          confirmLabel={words.confirm}
          isDangerous={words.isDangerous}
          reason={words.reason}
          act={words.act}
          onDone={keep}
          doneMessage={words.done}
          onClose={() => setAsked(null)}
        >
          {words.body}
        </ActionDialog>
      )}
    </>
  );
}
