/**
 * Counts orders by state. For each state, the query reads one range of the index on state and time, and no row of
 * `orders`. Its cost therefore grows with the orders of the period and not with all orders.
 */

import { type RawBuilder, sql } from 'kysely';
import type { DealStatus, Status } from '../../domain/order.ts';
import type { OrderReads } from '../../usecases/orders/order-store.ts';
import type { Session } from '../session.ts';
import { statement } from '../statement.ts';
import { orderPairs } from './order-pairs.ts';

interface CountRow {
  readonly status: Status;
  readonly dealStatus: DealStatus;
  readonly orders: number;
}

// One statement for all states, so that an order which changes its state meanwhile is counted once.
const byState = statement<{ from: number; to: number }>()((db, p) => {
  const ranges = orderPairs.map(({ status, dealStatus }): RawBuilder<CountRow> => {
    const state = [sql.lit(status), sql.lit(dealStatus)] as const;
    return sql`select ${state[0]} as status, ${state[1]} as "dealStatus", count(*) as orders from orders
      where status = ${state[0]} and deal_status = ${state[1]} and created_at >= ${p.from} and created_at < ${p.to}`;
  });
  const counts = sql<CountRow>`(${sql.join(ranges, sql` union all `)})`.as<'counts'>('counts');
  return db.selectFrom(counts).select(['status', 'dealStatus', 'orders']).where('orders', '>', sql.lit(0));
});

export function countOrders(session: Session): Pick<OrderReads, 'counts'> {
  return {
    counts: (from, to) => session.all(byState, { from, to }),
  };
}
