/**
 * How many orders are in which state. Counted in the index that holds state and time, one stretch per state,
 * so that no order itself is read: it costs what was placed in the window, however many orders there are.
 */

import { type RawBuilder, sql } from 'kysely';
import type { DealStatus, Status } from '../../domain/order.ts';
import type { OrderReads } from '../../usecases/orders/order-store.ts';
import type { Session } from '../session.ts';
import { statement } from '../statement.ts';
import { orderPairs } from './order-pairs.ts';

interface CountRow {
  readonly status: Status;
  readonly deal_status: DealStatus;
  readonly orders: number;
}

// One statement, so that an order which moves meanwhile is counted once.
const byState = statement<{ from: number; to: number }>()((db, p) => {
  const stretches = orderPairs.map(({ status, dealStatus }): RawBuilder<CountRow> => {
    const state = [sql.lit(status), sql.lit(dealStatus)] as const;
    return sql`select ${state[0]} as status, ${state[1]} as deal_status, count(*) as orders from orders
      where status = ${state[0]} and deal_status = ${state[1]} and created_at >= ${p.from} and created_at < ${p.to}`;
  });
  const counts = sql<CountRow>`(${sql.join(stretches, sql` union all `)})`.as<'counts'>('counts');
  return db.selectFrom(counts).select(['status', 'deal_status', 'orders']).where('orders', '>', sql.lit(0));
});

export function countOrders(session: Session) {
  return {
    async counts(from, to) {
      const rows = await session.all(byState, { from, to });
      return rows.map(({ status, deal_status: dealStatus, orders }) => ({ status, dealStatus, orders }));
    },
  } satisfies Partial<OrderReads>;
}
