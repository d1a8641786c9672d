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

/** An action with the order as the operator saw it when the dialog opened. */
interface Chosen {
  readonly action: ButtonAction;
  readonly order: OrderDetail;
}

export function OrderActions({ order }: { readonly order: OrderDetail }) {
  // The page fetches the order again every few seconds. An open dialog must not change to another refund that is
  // requested meanwhile: the operator would confirm an amount that they have not read.
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { t } = useWords();
  const { shop } = useSession();
  const store = useStoreOrder();
  const limit = amountText(shop.refund_approval ?? 0, shop.currency);
  const view =
    chosen === null || chosen.action === 'refund_months'
      ? null
      : actionView(chosen.action, chosen.order, limit);
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
            onClick={() => setChosen({ action, order })}
          >
            {button}
          </Button>
        );
      })}
      {chosen?.action === 'refund_months' && (
        <RefundMonthsDialog order={chosen.order} limit={limit} onClose={() => setChosen(null)} />
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
