/**
 * Reads what the self-audit compares: orders with everything that belongs to them, read from one snapshot of
 * the database.
 */

import { sql } from 'kysely';
import type { JobName } from '../../usecases/jobs/job-store.ts';
import type { AuditedOrder, SelfAuditReads } from '../../usecases/self-audit/self-audit-store.ts';
import { dead } from '../jobs/job-state-literals.ts';
import { grantColumns } from '../members/member-store.ts';
import { orderHistoryTable } from '../orders/order-history-table.ts';
import { orderOf } from '../orders/order-row.ts';
import { orderColumns } from '../orders/orders-table.ts';
import { paymentAttemptsTable } from '../payments/payment-attempts-table.ts';
import { refundsTable } from '../refunds/refunds-table.ts';
import type { Session } from '../session.ts';
import { statement } from '../statement.ts';

const ordersAfter = statement<{ after: number; limit: number }>()((db, p) =>
  db.selectFrom('orders').select(orderColumns).where('id', '>', p.after).orderBy('id').limit(p.limit),
);

interface OrderRange {
  readonly first: number;
  readonly last: number;
}

const historyEntry = orderHistoryTable.only('seq', 'event', 'actor');

const histories = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('order_history')
    .select(orderHistoryTable.only('orderId', 'seq', 'event', 'actor').columns)
    .where('order_id', '>=', p.first)
    .where('order_id', '<=', p.last)
    .orderBy('order_id')
    .orderBy('seq'),
);

const attempts = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(paymentAttemptsTable.all.columns)
    .where('order_id', '>=', p.first)
    .where('order_id', '<=', p.last)
    .orderBy('order_id')
    .orderBy('id'),
);

const refunds = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(refundsTable.all.columns)
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

const ofOrder = namesOf(['process_order', 'close_payment']);
const ofAttempt = namesOf(['check_payment']);
const ofRefund = namesOf(['refund_payment']);

function namesOf(kinds: readonly string[]) {
  return kinds.map((kind) => sql.lit(kind));
}

const jobsOfOrders = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('orders')
    .innerJoin('jobs', 'jobs.key', 'orders.order_no')
    .select(['orders.id as orderId', 'jobs.kind', 'orders.order_no as key'])
    .where('jobs.state', '<>', dead)
    .where('jobs.kind', 'in', ofOrder)
    .where('orders.id', '>=', p.first)
    .where('orders.id', '<=', p.last),
);

const jobsOfAttempts = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .innerJoin('jobs', 'jobs.key', 'payment_attempts.payment_no')
    .select(['payment_attempts.order_id as orderId', 'jobs.kind', 'payment_attempts.payment_no as key'])
    .where('jobs.state', '<>', dead)
    .where('jobs.kind', 'in', ofAttempt)
    .where('payment_attempts.order_id', '>=', p.first)
    .where('payment_attempts.order_id', '<=', p.last),
);

const jobsOfRefunds = statement<OrderRange>()((db, p) =>
  db
    .selectFrom('refunds')
    .innerJoin('jobs', 'jobs.key', 'refunds.refund_no')
    .select(['refunds.order_id as orderId', 'jobs.kind', 'refunds.refund_no as key'])
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

const filesWithRow = statement()((db) =>
  db
    .selectFrom('uploads')
    .select('file')
    .unionAll(
      db
        .selectFrom('orders')
        .select(sql<string>`result_file`.as('file'))
        .where('result_file', 'is not', null),
    )
    .unionAll(
      db
        .selectFrom('order_problems')
        .select(sql<string>`picture_file`.as('file'))
        .where('picture_file', 'is not', null),
    )
    .unionAll(
      db.selectFrom('jobs').select(sql<string>`"key"`.as('file')).where('kind', '=', sql.lit('remove_file')),
    ),
);

export function selfAuditReads(session: Session): SelfAuditReads {
  return {
    page: (afterOrderId, limit) => session.snapshot((snapshot) => readPage(snapshot, afterOrderId, limit)),
    strayJobs: (limit) => session.all(strayJobs, { limit }),
    filesWithRow: async () => (await session.all(filesWithRow, {})).map(({ file }) => file),
  };
}

interface JobRowOfOrder extends JobName {
  readonly orderId: number;
}

/** Runs one query after the other, because a snapshot has one connection. */
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
  const historiesByOrder = Map.groupBy(await session.all(histories, range), (row) => row.orderId);
  const attemptsByOrder = Map.groupBy(await session.all(attempts, range), (row) => row.orderId);
  const refundsByOrder = Map.groupBy(await session.all(refunds, range), (row) => row.orderId);
  const jobsByOrder = Map.groupBy(await readJobs(session, range), (row) => row.orderId);
  const grantsByOrder = Map.groupBy(await session.all(grants, range), (row) => row.orderId);
  return orders.map((order) => ({
    order,
    history: (historiesByOrder.get(order.id) ?? []).map(historyEntry.read),
    attempts: attemptsByOrder.get(order.id) ?? [],
    refunds: refundsByOrder.get(order.id) ?? [],
    grants: grantsByOrder.get(order.id) ?? [],
    jobs: (jobsByOrder.get(order.id) ?? []).map(({ kind, key }) => ({ kind, key })),
  }));
}
