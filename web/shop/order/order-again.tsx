/** A link from an order that has ended to the order form of the same good. */

import { kindOf, type Order } from '../api/types.ts';
import { Link } from '../parts/link.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import type { Stage } from './order-stage.ts';

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
