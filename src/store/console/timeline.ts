/** What became of an order besides its history: notifies, jobs and their attempts, events, approvals. */

import { sql } from 'kysely';
import type { ConsoleReads, ConsoleWrites } from '../../usecases/ports/console-store.ts';
import { type JobKind, jobKinds } from '../../usecases/ports/jobs.ts';
import type { NotifyRecord } from '../../usecases/ports/store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import { searchOrders } from './order-search.ts';

/** Far more than any order has. */
const rowsMax = 500;

const notifyColumns = [
  'provider',
  'event_id as eventId',
  'payment_no as paymentNo',
  'refund_no as refundNo',
  'verdict',
  'received_at as receivedAt',
] as const;

const notifiesOfPayment = statement<{ paymentNo: string }>()((db, p) =>
  db
    .selectFrom('payment_notifies')
    .select(notifyColumns)
    .where('payment_no', '=', p.paymentNo)
    .where('payment_no', 'is not', null)
    .limit(sql.lit(rowsMax)),
);

const notifiesOfRefund = statement<{ refundNo: string }>()((db, p) =>
  db
    .selectFrom('payment_notifies')
    .select(notifyColumns)
    .where('refund_no', '=', p.refundNo)
    .where('refund_no', 'is not', null)
    .limit(sql.lit(rowsMax)),
);

const attemptsOfJob = statement<{ kind: JobKind; key: string }>()((db, p) =>
  db
    .selectFrom('job_attempts')
    .select([
      'kind',
      'key',
      'attempt',
      'ended_at as endedAt',
      'duration_ms as durationMs',
      'outcome as end',
      'error',
    ])
    .where('key', '=', p.key)
    .where('kind', '=', p.kind)
    .orderBy('id')
    .limit(sql.lit(rowsMax)),
);

const insertAttempt = statement<{
  kind: string;
  key: string | null;
  attempt: number;
  endedAt: number;
  durationMs: number;
  end: 'done' | 'failed' | 'exhausted';
  error: string | null;
}>()((db, p) =>
  db.insertInto('job_attempts').values({
    kind: p.kind,
    key: p.key,
    attempt: p.attempt,
    ended_at: p.endedAt,
    duration_ms: p.durationMs,
    outcome: p.end,
    error: p.error,
  }),
);

const purgeAttempts = statement<{ before: number }>()((db, p) =>
  // Each kind is one stretch of the index.
  db.deleteFrom('job_attempts').where('kind', 'in', jobKinds).where('ended_at', '<', p.before),
);

const eventsOf = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('outside_events')
    .select(['event_id as eventId', 'order_id as orderId', 'type', 'body', 'created_at as createdAt'])
    .where('order_id', '=', p.orderId)
    .orderBy('created_at')
    .orderBy('event_id')
    .limit(sql.lit(rowsMax)),
);

const insertEvent = statement<{
  eventId: string;
  orderId: number;
  type: string;
  body: string;
  createdAt: number;
}>()((db, p) =>
  db.insertInto('outside_events').values({
    event_id: p.eventId,
    order_id: p.orderId,
    type: p.type,
    body: p.body,
    created_at: p.createdAt,
  }),
);

const purgeEvents = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('outside_events').where('created_at', '<', p.before),
);

export function timelineReads(session: Session) {
  return {
    searchOrders: (filter, before, limit) => searchOrders(session, filter, before, limit),
    async notifiesOfPayment(paymentNo): Promise<NotifyRecord[]> {
      return session.all(notifiesOfPayment, { paymentNo });
    },
    async notifiesOfRefund(refundNo): Promise<NotifyRecord[]> {
      return session.all(notifiesOfRefund, { refundNo });
    },
    async jobAttemptsOf({ kind, key }) {
      return session.all(attemptsOfJob, { kind, key });
    },
    async outsideEventsOf(orderId) {
      return session.all(eventsOf, { orderId });
    },
  } satisfies Partial<ConsoleReads>;
}

export function timelineWrites(session: TransactionSession) {
  return {
    async insertJobAttempt({ kind, key, attempt, endedAt, durationMs, end, error }) {
      await session.run(insertAttempt, { kind, key, attempt, endedAt, durationMs, end, error });
    },
    async purgeJobAttempts(before) {
      await session.run(purgeAttempts, { before });
    },
    async insertOutsideEvent({ eventId, orderId, type, body, createdAt }) {
      await session.run(insertEvent, { eventId, orderId, type, body, createdAt });
    },
    async purgeOutsideEvents(before) {
      await session.run(purgeEvents, { before });
    },
  } satisfies Partial<ConsoleWrites>;
}
