/** A link from an order that has ended to the order form of the same good. */

import { kindOf, type Order, type OrderDetails } from '../api/types.ts';
import { draftFromOrder } from '../checkout/form-draft.ts';
import { Link } from '../parts/link.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { draftCopyKey, keepPhoto, keptPhoto } from './kept-photos.ts';
import type { Stage } from './order-stage.ts';

const ended: ReadonlySet<Stage> = new Set(['cancelled', 'expired', 'refunded', 'refunding', 'failed']);

interface OrderAgainProps {
  readonly order: Order;
  /** Null until the details are loaded. */
  readonly details: OrderDetails | null;
  readonly className: string;
}

/** The form begins with what was ordered, and with the photo if the service still has it. */
async function fillForm(order: Order, details: OrderDetails | null, withPhoto: boolean): Promise<void> {
  const { path } = draftFromOrder(order.goods_id, details, withPhoto);
  if (path === null) return;
  const copy = await keptPhoto('before', order.order_no);
  if (copy !== null) await keepPhoto('draft', draftCopyKey(order.goods_id, path), copy);
}

export function OrderAgain({ order, details, className }: OrderAgainProps) {
  const { t } = useWords();
  const { goods } = useShop();
  if (!goods.some(({ id }) => id === order.goods_id)) return null;
  const failedPicture = order.deal_status === 'fail' && kindOf(order) !== 'vip';
  return (
    <Link
      to={{ view: 'good', goodsId: order.goods_id }}
      className={className}
      before={() => fillForm(order, details, !failedPicture)}
    >
      {failedPicture ? t.failedTry : t.orderAgain}
    </Link>
  );
}

interface OrderAgainWhenEndedProps {
  readonly order: Order;
  readonly details: OrderDetails | null;
  readonly stage: Stage;
}

export function OrderAgainWhenEnded({ order, details, stage }: OrderAgainWhenEndedProps) {
  if (!ended.has(stage)) return null;
  return (
    <div className="actions">
      <OrderAgain order={order} details={details} className="button" />
    </div>
  );
}
