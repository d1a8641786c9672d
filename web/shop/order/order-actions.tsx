/**
 * The buttons for what the customer can do with an order in its present stage, with a text about what
 * happens to the money.
 */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { cancelOrder, refundOrder } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import type { Stage } from './order-stage.ts';

interface OrderActionsProps {
  readonly order: Order;
  readonly stage: Stage;
  readonly onChanged: (order: Order) => void;
}

export function OrderActions({ order, stage, onChanged }: OrderActionsProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const amount = formatMoney(order.price, config.currency, locale);
  const refund = {
    act: (idempotencyKey: string) => refundOrder(order.order_no, idempotencyKey),
    isRepeatable: true,
    onDone: onChanged,
  };
  return (
    <div className="actions">
      {stage === 'waitPay' && (
        <ConfirmButton
          label={t.cancel}
          title={t.cancelTitle}
          text={t.cancelText}
          confirm={t.cancelConfirm}
          act={() => cancelOrder(order.order_no)}
          isRepeatable={false}
          onDone={onChanged}
        />
      )}
      {stage === 'queued' && (
        <ConfirmButton
          {...refund}
          label={t.refund}
          title={t.refundTitle}
          text={t.refundText(amount)}
          confirm={t.refund}
        />
      )}
      {stage === 'refundFailed' && order.pay_ext_refund_data?.failure_code === 'delayed' && (
        <ConfirmButton
          {...refund}
          label={t.refundAgain}
          title={t.refundAgainTitle}
          text={t.refundAgainText(amount)}
          confirm={t.refundAgain}
        />
      )}
    </div>
  );
}
