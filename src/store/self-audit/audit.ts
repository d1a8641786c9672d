/** What the self-audit folds: orders with all that belongs to them, as one state of the database. */

import { sql } from 'kysely';
import type { JobName } from '../../usecases/jobs/job-store.ts';
import type { JobKind } from '../../usecases/ports/jobs.ts';
import type { AuditedOrder, SelfAuditReads } from '../../usecases/self-audit/self-audit-store.ts';
import { historyColumns, historyEntryOf } from '../orders/history-row.ts';
import { orderColumns, orderOf } from '../orders/order-row.ts';
import { attemptColumns, attemptOf } from '../payments/attempt-row.ts';
import { refundColumns, refundOf } from '../refunds/refund-row.ts';
import type { Session } from '../session.ts';
import { grantColumns, grantOf } from '../small-rows.ts';
import { statement } from '../statement.ts';

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

// Spelled out, not bound: a partial index serves only where the condition can be read.
const dead = sql.lit<'dead'>('dead');
const ofOrder = namesOf(['process_order', 'close_payment']);
const ofAttempt = namesOf(['check_payment']);
const ofRefund = namesOf(['refund_payment']);

function namesOf(kinds: readonly JobKind[]) {
  return kinds.map((kind) => sql.lit<JobKind>(kind));
}

const jobsOfOrders = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('orders')
    .innerJoin('jobs', 'jobs.key', 'orders.order_no')
    .select(['orders.id as order_id', 'jobs.kind', 'orders.order_no as key'])
    .where('jobs.state', '<>', dead)
    .where('jobs.kind', 'in', ofOrder)
    .where('orders.id', '>=', p.first)
    .where('orders.id', '<=', p.last),
);

const jobsOfAttempts = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .innerJoin('jobs', 'jobs.key', 'payment_attempts.payment_no')
    .select(['payment_attempts.order_id', 'jobs.kind', 'payment_attempts.payment_no as key'])
    .where('jobs.state', '<>', dead)
    .where('jobs.kind', 'in', ofAttempt)
    .where('payment_attempts.order_id', '>=', p.first)
    .where('payment_attempts.order_id', '<=', p.last),
);

const jobsOfRefunds = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('refunds')
    .innerJoin('jobs', 'jobs.key', 'refunds.refund_no')
    .select(['refunds.order_id', 'jobs.kind', 'refunds.refund_no as key'])
    .where('jobs.state', '<>', dead)
    .where('jobs.kind', 'in', ofRefund)
    .where('refunds.order_id', '>=', p.first)
    .where('refunds.order_id', '<=', p.last),
);

const strayJobs = statement<{ limit: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['kind', sql<string>`coalesce("key", '')`.as('key')])
    .where('state', '<>', dead)
    .where((row) =>
      row.or([
        row.and([
          row('kind', 'in', ofOrder),
          row.not(
            row.exists(row.selectFrom('orders').select('id').whereRef('orders.order_no', '=', 'jobs.key')),
          ),
        ]),
        row.and([
          row('kind', 'in', ofAttempt),
          row.not(
            row.exists(
              row
                .selectFrom('payment_attempts')
                .select('id')
                .whereRef('payment_attempts.payment_no', '=', 'jobs.key'),
            ),
          ),
        ]),
        row.and([
          row('kind', 'in', ofRefund),
          row.not(
            row.exists(row.selectFrom('refunds').select('id').whereRef('refunds.refund_no', '=', 'jobs.key')),
          ),
        ]),
      ]),
    )
    .orderBy('jobs.id')
    .limit(p.limit),
);

export function auditReads(session: Session) {
  return {
    page: (afterOrderId, limit) => session.snapshot((snapshot) => readPage(snapshot, afterOrderId, limit)),
    strayJobs: (limit) => session.all(strayJobs, { limit }),
  } satisfies Partial<SelfAuditReads>;
}

interface JobRowOfOrder extends JobName {
  readonly order_id: number;
}

/** One after the other: they share the snapshot's connection. */
async function readJobs(session: Session, range: OrderRange): Promise<JobRowOfOrder[]> {
  const found: JobRowOfOrder[] = [];
  for (const query of [jobsOfOrders, jobsOfAttempts, jobsOfRefunds]) {
    found.push(...(await session.all(query, range)));
  }
  return found;
}

async function readPage(session: Session, after: number, limit: number): Promise<AuditedOrder[]> {
  const orders = (await session.all(ordersAfter, { after, limit })).map(orderOf);
  const range = { first: orders[0]?.id ?? 0, last: orders.at(-1)?.id ?? 0 };
  const historiesByOrder = Map.groupBy(await session.all(histories, range), (row) => row.order_id);
  const attemptsByOrder = Map.groupBy(await session.all(attempts, range), (row) => row.order_id);
  const refundsByOrder = Map.groupBy(await session.all(refunds, range), (row) => row.order_id);
  const jobsByOrder = Map.groupBy(await readJobs(session, range), (row) => row.order_id);
  const grantsByOrder = Map.groupBy(await session.all(grants, range), (row) => row.order_id);
  return orders.map((order) => ({
    order,
    history: (historiesByOrder.get(order.id) ?? []).map(historyEntryOf),
    attempts: (attemptsByOrder.get(order.id) ?? []).map(attemptOf),
    refunds: (refundsByOrder.get(order.id) ?? []).map(refundOf),
    grants: (grantsByOrder.get(order.id) ?? []).map(grantOf),
    jobs: (jobsByOrder.get(order.id) ?? []).map(({ kind, key }) => ({ kind, key })),
  }));
}
