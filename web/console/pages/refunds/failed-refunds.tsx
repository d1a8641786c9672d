/** The orders whose customers wait for money, because a refund of the order or of a surplus payment failed. */

import { nextPageOf } from '../../hooks/use-paged-list.ts';
import { useWords } from '../../texts/words.ts';
import { noFilters } from '../orders/order-filters.ts';
import { useOrders } from '../orders/orders-api.ts';
import { RecentOrders } from '../orders/recent-orders.tsx';

export function FailedRefunds() {
  const { t } = useWords();
  const orders = useOrders({ ...noFilters, refund_state: 'failed' });
  const pages = orders.data?.pages;
  return (
    <RecentOrders
      label={t.refunds.failed}
      empty={t.refunds.noneFailed}
      query={{
        data: pages && { orders: pages.flatMap((page) => page.orders) },
        error: orders.error,
        refetch: orders.refetch,
      }}
      more={nextPageOf(orders)}
    />
  );
}
