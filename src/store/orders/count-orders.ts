/**
 * Counts orders by state. For each state, the query reads one range of the index on state and time, and no row of
 * `orders`. Its cost therefore grows with the orders of the period and not with all orders. The orders with a failed
 * refund are few: the query reads them one by one, beginning with the refunds.
 */

import { type RawBuilder, sql } from 'kysely';
import type { DealStatus, Status } from '../../domain/order.ts';
import type { OrderCount, OrderReads } from '../../usecases/orders/order-store.ts';
import type { Session } from '../session.ts';
import { type Placeholders, statement } from '../statement.ts';
import { orderPairs } from './order-pairs.ts';

interface CountRow {
  readonly status: Status;
  readonly dealStatus: DealStatus;
  /** 1: only the orders whose refund has failed; 0: all orders of the state. */
  readonly failedOnly: number;
  readonly orders: number;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

// One statement for all states, so that an order which changes its state meanwhile is counted once.
const byState = statement<Period>()((db, p) => {
  const ranges = orderPairs.map(({ status, dealStatus }): RawBuilder<CountRow> => {
    const state = [sql.lit(status), sql.lit(dealStatus)] as const;
    return sql`select ${state[0]} as status, ${state[1]} as "dealStatus", ${sql.lit(0)} as "failedOnly", count(*) as orders from orders
      where status = ${state[0]} and deal_status = ${state[1]} and created_at >= ${p.from} and created_at < ${p.to}`;
  });
  const all = [...ranges, failedRefunds(p)];
  const counts = sql<CountRow>`(${sql.join(all, sql` union all `)})`.as<'counts'>('counts');
  return db
    .selectFrom(counts)
    .select(['status', 'dealStatus', 'failedOnly', 'orders'])
    .where('orders', '>', sql.lit(0));
});

/** The condition on open refunds is the one of the index `refunds_open`. */
function failedRefunds(p: Placeholders<Period>): RawBuilder<CountRow> {
  return sql`select orders.status as status, orders.deal_status as "dealStatus", ${sql.lit(1)} as "failedOnly", count(*) as orders
    from refunds cross join orders
    where refunds.state <> 'done' and refunds.state = 'failed' and orders.id = refunds.order_id
      and orders.refund_no = refunds.refund_no and orders.status = 'wait_refund'
      and orders.created_at >= ${p.from} and orders.created_at < ${p.to}
    group by orders.status, orders.deal_status`;
}

function withoutFailed({ failedOnly: _, ...all }: CountRow, failed: readonly CountRow[]): OrderCount {
  const less = failed.find((row) => row.status === all.status && row.dealStatus === all.dealStatus);
  return { ...all, hasFailedRefund: false, orders: all.orders - (less?.orders ?? 0) };
}

export function countOrders(session: Session): Pick<OrderReads, 'counts'> {
  return {
    async counts(from, to) {
      const rows = await session.all(byState, { from, to });
      const failed = rows.filter(({ failedOnly }) => failedOnly === 1);
      return [
        ...rows.filter(({ failedOnly }) => failedOnly === 0).map((row) => withoutFailed(row, failed)),
        ...failed.map(({ failedOnly: _, ...row }) => ({ ...row, hasFailedRefund: true })),
      ].filter(({ orders }) => orders > 0);
    },
  };
}
