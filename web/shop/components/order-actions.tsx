/** What the customer may do with an order in its state, and what that means for the money. */

import { formatMoney } from '../../shared/format-money.ts';
import { cancelOrder, refundOrder } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { useShop } from '../hooks/use-shop.ts';
import type { Stage } from '../order-stage.ts';
import { useWords } from '../texts/words.ts';
import { ConfirmButton } from './confirm-button.tsx';

interface OrderActionsProps {
  readonly order: Order;
  readonly stage: Stage;
  readonly onChanged: (order: Order) => void;
}

export function OrderActions({ order, stage, onChanged }: OrderActionsProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const amount = formatMoney(order.price, config.currency, locale);
  return (
    <div className="actions">
      {stage === 'waitPay' && (
        <ConfirmButton
          label={t.cancel}
          title={t.cancelTitle}
          text={t.cancelText}
          yes={t.cancelYes}
          act={async () => onChanged(await cancelOrder(order.order_no))}
        />
      )}
      {stage === 'queued' && (
        <ConfirmButton
          label={t.refund}
          title={t.refundTitle}
          text={t.refundText(amount)}
          yes={t.refundYes}
          act={async () => onChanged(await refundOrder(order.order_no))}
        />
      )}
      {stage === 'refundFailed' && (
        <ConfirmButton
          label={t.refundAgain}
          title={t.refundTitle}
          text={t.refundAgainText(amount)}
          yes={t.refundYes}
          act={async () => onChanged(await refundOrder(order.order_no))}
        />
      )}
    </div>
  );
}
