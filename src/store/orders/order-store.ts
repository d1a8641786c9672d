/**
 * Orders and their append-only history. The domain decides which transitions are allowed; the store does not check
 * them.
 */

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { createdOrder } from '../../domain/order.ts';
import type { HistoryEntry } from '../../domain/order-events.ts';
import type { OrderReads, OrderWrites } from '../../usecases/orders/order-store.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { refundsTable } from '../refunds/refunds-table.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { countOrders } from './count-orders.ts';
import { orderHistoryTable } from './order-history-table.ts';
import { orderOf, orderStateRow } from './order-row.ts';
import { orderColumns, orderStates, ordersTable } from './orders-table.ts';
import { searchOrders } from './search-orders.ts';

const refundOfOrder = refundsTable.all.prefixed('refund_');

// The join returns an order and its refund in one look-up.
const orderByNo = statement<{ orderNo: string }>()((db, p) =>
  db
    .selectFrom('orders')
    .leftJoin('refunds', 'refunds.refund_no', 'orders.refund_no')
    .select(orderColumns)
    .select(refundOfOrder.columns)
    .where('orders.order_no', '=', p.orderNo),
);

const ordersOfUser = statement<{ userId: number; beforeId: number; limit: number }>()((db, p) =>
  db
    .selectFrom('orders')
    .leftJoin('refunds', 'refunds.refund_no', 'orders.refund_no')
    .select(orderColumns)
    .select(refundOfOrder.columns)
    .where('orders.user_id', '=', p.userId)
    .where('orders.id', '<', p.beforeId)
    .orderBy('orders.id', 'desc')
    .limit(p.limit),
);

const entry = orderHistoryTable.only('seq', 'event', 'actor');

const historyOf = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('order_history').select(entry.columns).where('order_id', '=', p.orderId).orderBy('seq'),
);

// The status is a literal and not a parameter: SQLite uses a partial index only for a query that contains the
// index's condition.
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

const cancelledOrders = statement<{ before: number; cancelledAt: number; id: number; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('orders')
      .select(orderColumns)
      .where('status', '=', sql.lit('cancal'))
      .where('cancelled_at', '<', p.before)
      .where(sql<boolean>`(cancelled_at, id) > (${p.cancelledAt}, ${p.id})`)
      .orderBy('cancelled_at')
      .orderBy('id')
      .limit(p.limit),
);

const deleteHistory = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('order_history').where('order_id', '=', p.id),
);

// The notifications of a joint payment are deleted with the last of its orders.
const deleteNotifications = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('payment_notifies').where(
    sql<boolean>`payment_no is not null and payment_no in (
      select coalesce(own.joint_no, own.payment_no) from payment_attempts own
      where own.order_id = ${p.id} and not exists (
        select 1 from payment_attempts other
        where other.joint_no = own.joint_no and other.joint_no is not null and other.order_id <> own.order_id))`,
  ),
);

const deleteAttempts = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('payment_attempts').where('order_id', '=', p.id),
);

const deleteEmail = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('order_emails').where('order_id', '=', p.id),
);

const deleteOrder = statement<{ id: number }>()((db, p) => db.deleteFrom('orders').where('id', '=', p.id));

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

const insertOrder = statement<NewRow<typeof ordersTable>>()((db, p, dialect) =>
  db.insertInto('orders').values(ordersTable.inserted(p)).modifyEnd(dialect.returningId),
);

const updateOrder = statement<NewRow<typeof orderStates> & { id: number; versionBefore: number }>()((db, p) =>
  db
    .updateTable('orders')
    .set(orderStates.inserted(p))
    .where('id', '=', p.id)
    .where('version', '=', p.versionBefore),
);

const updateDetails = statement<{ id: number; details: string }>()((db, p) =>
  db.updateTable('orders').set({ details: p.details }).where('id', '=', p.id),
);

const insertHistory = statement<NewRow<typeof orderHistoryTable>>()((db, p) =>
  db.insertInto('order_history').values(orderHistoryTable.inserted(p)),
);

/** An index entry of PostgreSQL has at most 2,704 bytes, and a fingerprint contains the strokes of a cut-out. */
const fingerprintLengthMax = 500;

/** @returns a long fingerprint as its SHA-256. */
function storedFingerprint<Text extends string | null>(fingerprint: Text): Text | string {
  const isLong = fingerprint !== null && fingerprint.length > fingerprintLengthMax;
  return isLong ? hash('sha256', fingerprint) : fingerprint;
}

const unpaidDuplicate = statement<{ fingerprint: string; since: number }>()((db, p) =>
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

export function orderReads(session: Session, reports: Session = session): OrderReads {
  return {
    ...searchOrders(session, reports),
    ...countOrders(session),
    async byNo(orderNo) {
      const row = await session.first(orderByNo, { orderNo });
      return row && { order: orderOf(row), refund: refundOfOrder.readJoined(row) };
    },
    async ofUser(userId, beforeId, limit) {
      const values = { userId, beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit };
      const rows = await session.all(ordersOfUser, values);
      return rows.map((row) => ({ order: orderOf(row), refund: refundOfOrder.readJoined(row) }));
    },
    async history(orderId) {
      return (await session.all(historyOf, { orderId })).map(entry.read);
    },
    async expired(now, behind, limit) {
      const { expiresAt, id } = behind ?? beforeAll;
      return (await session.all(expiredOrders, { now, expiresAt, id, limit })).map(orderOf);
    },
    async cancelled(before, behind, limit) {
      const { cancelledAt, id } = behind ?? { cancelledAt: Number.MIN_SAFE_INTEGER, id: 0 };
      return (await session.all(cancelledOrders, { before, cancelledAt, id, limit })).map(orderOf);
    },
    async withExpiredResults(now, limit) {
      return (await session.all(ordersWithExpiredResults, { now, limit })).map(orderOf);
    },
  };
}

function historyRow(orderId: number, { seq, event, actor }: HistoryEntry): NewRow<typeof orderHistoryTable> {
  const { type, at } = event;
  return orderHistoryTable.write({ orderId, seq, type, at, event, actor });
}

export function orderWrites(session: TransactionSession, log: Log): OrderWrites {
  return {
    ...orderReads(session),
    async lock(orderNo) {
      const row = await session.first(lockOrder, { orderNo });
      return row && orderOf(row);
    },
    async lockById(id) {
      const row = await session.first(lockOrderById, { id });
      return row && orderOf(row);
    },
    async insert(newOrder, entry, fingerprint) {
      if (entry.seq !== 1) throw new Error(`history of ${newOrder.orderNo} must begin with 1`);
      const order = createdOrder(0, newOrder);
      const row = {
        ...ordersTable.write(order),
        ...orderStateRow(order),
        fingerprint: storedFingerprint(fingerprint),
      };
      const id = await session.insert(insertOrder, row);
      await session.run(insertHistory, historyRow(id, entry));
      return { ...order, id };
    },
    async save(order, entry) {
      if (entry.seq !== order.version) throw new Error(`history of ${order.orderNo} would get a gap`);
      const versionBefore = order.version - 1;
      const row = { ...orderStateRow(order), id: order.id, versionBefore };
      const written = await session.run(updateOrder, row);
      if (written !== 1) throw new Error(`order ${order.orderNo} is not at version ${versionBefore}`);
      if (entry.event.type === 'result_replaced') await session.run(updateDetails, ordersTable.write(order));
      await session.run(insertHistory, historyRow(order.id, entry));
      // The log contains the id and not the number, because the number gives access to a guest's order.
      const line = { orderId: order.id, seq: entry.seq, event: entry.event.type, actor: entry.actor.kind };
      const state = { status: order.money.status, dealStatus: order.deal.status };
      session.afterCommit(() => log.info({ ...line, ...state }, 'transition'));
    },
    async purge(id) {
      await session.run(deleteHistory, { id });
      await session.run(deleteNotifications, { id });
      await session.run(deleteAttempts, { id });
      await session.run(deleteEmail, { id });
      await session.run(deleteOrder, { id });
    },
    async unpaidDuplicate(fingerprint, since) {
      // Lock in a separate statement before the look-up, because a statement sees only commits before its
      // start.
      await session.lockName(`fingerprint ${fingerprint}`);
      const stored = storedFingerprint(fingerprint);
      return (await session.first(unpaidDuplicate, { fingerprint: stored, since }))?.order_no;
    },
  };
}
