/** Orders and their append-only history. Whether a step is allowed is the domain's part, never the store's. */

import { sql } from 'kysely';
import { createdOrder } from '../../domain/order-state.ts';
import type { OrderReads, OrderWithRefund, OrderWrites } from '../../usecases/orders/order-store.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { type JoinedRefundRow, joinedRefundColumns, joinedRefundOf } from '../refunds/refund-row.ts';
import type { Session, TransactionSession } from '../session.ts';
import { rowOf, statement } from '../statement.ts';
import { type HistoryRow, historyColumns, historyEntryOf, historyRow } from './history-row.ts';
import { type OrderRow, type OrderStateRow, orderColumns, orderOf, orderStateRow } from './order-row.ts';

// An order names its refund, so that an order without one costs no second look-up.
const orderByNo = statement<{ orderNo: string }>()((db, p) =>
  db
    .selectFrom('orders')
    .leftJoin('refunds', 'refunds.refund_no', 'orders.refund_no')
    .select(orderColumns)
    .select(joinedRefundColumns)
    .where('orders.order_no', '=', p.orderNo),
);

const ordersOfUser = statement<{ userId: number; beforeId: number; limit: number }>()((db, p) =>
  db
    .selectFrom('orders')
    .leftJoin('refunds', 'refunds.refund_no', 'orders.refund_no')
    .select(orderColumns)
    .select(joinedRefundColumns)
    .where('orders.user_id', '=', p.userId)
    .where('orders.id', '<', p.beforeId)
    .orderBy('orders.id', 'desc')
    .limit(p.limit),
);

const historyOf = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('order_history').select(historyColumns).where('order_id', '=', p.orderId).orderBy('seq'),
);

// The state is spelled out, not bound: SQLite uses a partial index only where it can read the condition.
const expiredOrders = statement<{ now: number; expiresAt: number; id: number; limit: number }>()((db, p) =>
  db
    .selectFrom('orders')
    .select(orderColumns)
    .where('status', '=', sql.lit('wait_pay'))
    .where('expires_at', '<=', p.now)
    .where(sql<boolean>`(expires_at, id) > (${p.expiresAt}, ${p.id})`)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
);

const ordersWithExpiredResults = statement<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('orders')
    .select(orderColumns)
    .where('result_file', 'is not', null)
    .where('result_until', '<=', p.now)
    .orderBy('result_until')
    .orderBy('id')
    .limit(p.limit),
);

const lockOrder = statement<{ orderNo: string }>()((db, p, dialect) =>
  db.selectFrom('orders').select(orderColumns).where('order_no', '=', p.orderNo).modifyEnd(dialect.rowLock),
);

const lockOrderById = statement<{ id: number }>()((db, p, dialect) =>
  db.selectFrom('orders').select(orderColumns).where('id', '=', p.id).modifyEnd(dialect.rowLock),
);

const beforeAll = { expiresAt: Number.MIN_SAFE_INTEGER, id: 0 };

type InsertedOrder = Omit<OrderRow, 'id'> & { fingerprint: string | null };

const insertOrder = statement<InsertedOrder>()((db, p) =>
  db
    .insertInto('orders')
    .values(
      rowOf(p, {
        order_no: true,
        user_id: true,
        owned_by: true,
        goods_id: true,
        funct_name: true,
        details: true,
        price_minor: true,
        currency: true,
        from_user_id: true,
        created_at: true,
        expires_at: true,
        ...stateColumns,
        fingerprint: true,
      }),
    )
    .returning('id'),
);

const stateColumns = {
  status: true,
  cancelled_at: true,
  cancelled_by: true,
  paid_at: true,
  attempt_id: true,
  refund_no: true,
  deal_status: true,
  work_started_at: true,
  work_finished_at: true,
  result_file: true,
  result_until: true,
  fail_reason: true,
  version: true,
} as const satisfies Record<keyof OrderStateRow, true>;

const updateOrder = statement<OrderStateRow & { id: number; versionBefore: number }>()((db, p) =>
  db
    .updateTable('orders')
    .set(rowOf<OrderStateRow>(p, stateColumns))
    .where('id', '=', p.id)
    .where('version', '=', p.versionBefore),
);

const insertHistory = statement<HistoryRow>()((db, p) =>
  db
    .insertInto('order_history')
    .values(rowOf(p, { order_id: true, seq: true, type: true, at: true, event: true, actor: true })),
);

const unpaidTwin = statement<{ fingerprint: string; since: number }>()((db, p) =>
  db
    .selectFrom('orders')
    .select('order_no')
    .where('status', '=', sql.lit('wait_pay'))
    .where('fingerprint', '=', p.fingerprint)
    .where('created_at', '>=', p.since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

function withRefund(row: OrderRow & JoinedRefundRow): OrderWithRefund {
  return { order: orderOf(row), refund: joinedRefundOf(row) };
}

export function orderReads(session: Session) {
  return {
    async byNo(orderNo) {
      const row = await session.first(orderByNo, { orderNo });
      return row === undefined ? undefined : withRefund(row);
    },
    async ofUser(userId, beforeId, limit) {
      const rows = await session.all(ordersOfUser, {
        userId,
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      });
      return rows.map(withRefund);
    },
    async history(orderId) {
      return (await session.all(historyOf, { orderId })).map(historyEntryOf);
    },
    async expired(now, behind, limit) {
      const { expiresAt, id } = behind ?? beforeAll;
      return (await session.all(expiredOrders, { now, expiresAt, id, limit })).map(orderOf);
    },
    async withExpiredResults(now, limit) {
      return (await session.all(ordersWithExpiredResults, { now, limit })).map(orderOf);
    },
  } satisfies Partial<OrderReads>;
}

export function orderWrites(session: TransactionSession, log: Log) {
  return {
    async lock(orderNo) {
      const row = await session.first(lockOrder, { orderNo });
      return row === undefined ? undefined : orderOf(row);
    },
    async lockById(id) {
      const row = await session.first(lockOrderById, { id });
      return row === undefined ? undefined : orderOf(row);
    },
    async insert(order, entry, fingerprint) {
      if (entry.seq !== 1) throw new Error(`history of ${order.orderNo} must begin with 1`);
      const initial = createdOrder(0, order);
      const row = await session.first(insertOrder, {
        order_no: order.orderNo,
        user_id: order.userId,
        owned_by: order.ownedBy,
        goods_id: order.goodsId,
        funct_name: order.functName,
        details: JSON.stringify(order.details),
        price_minor: order.priceMinor,
        currency: order.currency,
        from_user_id: order.fromUserId,
        created_at: order.createdAt,
        expires_at: order.expiresAt,
        fingerprint,
        ...orderStateRow(initial),
      });
      if (row === undefined) throw new Error('the database returned no order id');
      await session.run(insertHistory, historyRow(row.id, entry));
      return { ...initial, id: row.id };
    },
    async save(order, entry) {
      if (entry.seq !== order.version) throw new Error(`history of ${order.orderNo} would get a gap`);
      const written = await session.run(updateOrder, {
        ...orderStateRow(order),
        id: order.id,
        versionBefore: order.version - 1,
      });
      if (written !== 1) throw new Error(`order ${order.orderNo} is not at version ${order.version - 1}`);
      await session.run(insertHistory, historyRow(order.id, entry));
      // The id, never the number: that one is the key to a guest's order.
      const line = { orderId: order.id, seq: entry.seq, event: entry.event.type, actor: entry.actor.kind };
      const state = { status: order.money.status, dealStatus: order.deal.status };
      session.afterCommit(() => log.info({ ...line, ...state }, 'transition'));
    },
    async unpaidDuplicate(fingerprint, since) {
      // By itself, before the look: a statement sees only what was committed before it began.
      await session.lockName(`fingerprint ${fingerprint}`);
      return (await session.first(unpaidTwin, { fingerprint, since }))?.order_no;
    },
  } satisfies Partial<OrderWrites>;
}
