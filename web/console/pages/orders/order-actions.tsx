/**
 * A button for each action that the service allows now. Before the action, a dialog says what will happen to the
 * money.
 */

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OrderAction, OrderDetail } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { amountText } from '../../format/amount-text.ts';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { actionView, type ButtonAction } from './order-action-views.ts';
import { useStoreOrder } from './orders-api.ts';
import { RefundMonthsDialog } from './refund-months-dialog.tsx';

function isButton(action: OrderAction): action is ButtonAction {
  return action !== 'resend_event';
}

export function OrderActions({ order }: { readonly order: OrderDetail }) {
  const [chosen, setChosen] = useState<ButtonAction | null>(null);
  const { t } = useWords();
  const { shop } = useSession();
  const store = useStoreOrder();
  const limit = amountText(shop.refund_approval ?? 0, shop.currency);
  const view = chosen === null || chosen === 'refund_months' ? null : actionView(chosen, order, limit);
  const monthsButton = { button: t.orders.refundMonths, isDangerous: true };
  return (
    <>
      {order.actions.filter(isButton).map((action) => {
        const { button, isDangerous } =
          action === 'refund_months' ? monthsButton : actionView(action, order, limit);
        return (
          <Button
            key={action}
            size="sm"
            variant={isDangerous ? 'light' : 'default'}
            color={isDangerous ? 'bad' : 'accent'}
            onClick={() => setChosen(action)}
          >
            {button}
          </Button>
        );
      })}
      {chosen === 'refund_months' && (
        <RefundMonthsDialog order={order} limit={limit} onClose={() => setChosen(null)} />
      )}
      {view !== null && (
        <ActionDialog
          title={view.title}
          confirmLabel={view.confirm}
          {...(view.dismiss === undefined ? {} : { dismissLabel: view.dismiss })}
          isDangerous={view.isDangerous}
          reason={view.reason}
          act={view.act}
          onDone={store}
          doneMessage={view.done}
          onClose={() => setChosen(null)}
        >
          {view.body}
        </ActionDialog>
      )}
    </>
  );
}
