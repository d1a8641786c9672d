/** The way on from an order that has ended: the order form of the same good. */

import { kindOf, type Order } from '../api/types.ts';
import { useShop } from '../hooks/use-shop.ts';
import type { Stage } from '../order-stage.ts';
import { useWords } from '../texts/words.ts';
import { Link } from './link.tsx';

/** Ends that invite another order. */
const ended: ReadonlySet<Stage> = new Set(['cancelled', 'expired', 'refunded', 'refunding', 'failed']);

interface OrderAgainProps {
  readonly order: Order;
  readonly className: string;
}

export function OrderAgain({ order, className }: OrderAgainProps) {
  const { t } = useWords();
  const { goods } = useShop();
  if (!goods.some(({ id }) => id === order.goods_id)) return null;
  const failedPicture = order.deal_status === 'fail' && kindOf(order) !== 'vip';
  return (
    <Link to={{ view: 'good', goodsId: order.goods_id }} className={className}>
      {failedPicture ? t.failedTry : t.orderAgain}
    </Link>
  );
}

export function OrderAgainWhenEnded({ order, stage }: { readonly order: Order; readonly stage: Stage }) {
  if (!ended.has(stage)) return null;
  return (
    <div className="actions">
      <OrderAgain order={order} className="button" />
    </div>
  );
}
