/** What the self-audit folds: orders with all that belongs to them, as one state of the database. */

import type { AuditedOrder, StoreReads } from '../usecases/ports/store.ts';
import { attemptColumns, attemptOf } from './rows/attempt-row.ts';
import { historyColumns, historyEntryOf } from './rows/history-row.ts';
import { orderColumns, orderOf } from './rows/order-row.ts';
import { refundColumns, refundOf } from './rows/refund-row.ts';
import { grantColumns, grantOf } from './rows/small-rows.ts';
import type { Session } from './session.ts';
import { statement } from './statement.ts';

const ordersAfter = statement<{ after: number; limit: number }>()((db, p) =>
  db.selectFrom('orders').select(orderColumns).where('id', '>', p.after).orderBy('id').limit(p.limit),
);

interface OrderRange {
  readonly first: number;
  readonly last: number;
}

const histories = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('order_history')
    .select(historyColumns)
    .where('order_id', '>=', p.first)
    .where('order_id', '<=', p.last)
    .orderBy('order_id')
    .orderBy('seq'),
);

const attempts = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('order_id', '>=', p.first)
    .where('order_id', '<=', p.last)
    .orderBy('order_id')
    .orderBy('id'),
);

const refunds = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(refundColumns)
    .where('order_id', '>=', p.first)
    .where('order_id', '<=', p.last)
    .orderBy('order_id')
    .orderBy('id'),
);

const grants = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('membership_grants')
    .select(grantColumns)
    .where('order_id', '>=', p.first)
    .where('order_id', '<=', p.last)
    .orderBy('id'),
);

export function auditReads(session: Session) {
  return {
    auditPage: (afterOrderId, limit) =>
      session.snapshot((snapshot) => readPage(snapshot, afterOrderId, limit)),
  } satisfies Partial<StoreReads>;
}

async function readPage(session: Session, after: number, limit: number): Promise<AuditedOrder[]> {
  const orders = (await session.all(ordersAfter, { after, limit })).map(orderOf);
  const range = { first: orders[0]?.id ?? 0, last: orders.at(-1)?.id ?? 0 };
  const historiesByOrder = Map.groupBy(await session.all(histories, range), (row) => row.order_id);
  const attemptsByOrder = Map.groupBy(await session.all(attempts, range), (row) => row.order_id);
  const refundsByOrder = Map.groupBy(await session.all(refunds, range), (row) => row.order_id);
  const grantsByOrder = Map.groupBy(await session.all(grants, range), (row) => row.order_id);
  return orders.map((order) => ({
    order,
    history: (historiesByOrder.get(order.id) ?? []).map(historyEntryOf),
    attempts: (attemptsByOrder.get(order.id) ?? []).map(attemptOf),
    refunds: (refundsByOrder.get(order.id) ?? []).map(refundOf),
    grants: (grantsByOrder.get(order.id) ?? []).map(grantOf),
  }));
}
