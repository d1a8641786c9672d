import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { readsOf } from '../../src/store/create-store.ts';
import { postgresDialect, sqliteDialect } from '../../src/store/dialect.ts';
import { openStore } from '../../src/store/open-store.ts';
import { orderPairs } from '../../src/store/orders/order-pairs.ts';
import { openPostgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import type { Session } from '../../src/store/session.ts';
import { createSubscribers } from '../../src/store/subscribers.ts';
import { jobKinds } from '../../src/usecases/all-jobs.ts';
import type { OrderFilter } from '../../src/usecases/orders/order-store.ts';
import type { StoreReads } from '../../src/usecases/ports/store.ts';
import { anyOrder } from '../support/any-order.ts';
import { silentLog } from '../support/databases.ts';
import { pgliteConnector } from '../support/pglite-connector.ts';

/** A session that returns no rows and explains each statement. */
function explaining(
  dialect: typeof sqliteDialect,
  explain: (sql: string, values: unknown[]) => Promise<void>,
) {
  const session: Session = {
    async all(statement, values) {
      const { sql, bind } = statement.compiled(dialect);
      await explain(sql, bind(values));
      return [];
    },
    async first(statement, values) {
      await session.all(statement, values);
      return undefined;
    },
    run: () => Promise.reject(new Error('a read executed a write')),
    snapshot: (work) => work(session),
  };
  return readsOf(session);
}

const filters: readonly Partial<OrderFilter>[] = [
  {},
  { status: 'pay' },
  { dealStatus: 'done' },
  { status: 'pay', dealStatus: 'fail', from: 1, to: 2 },
  { goodsId: 1 },
  { goodsId: 1, status: 'pay', dealStatus: 'done' },
  { userId: 1, status: 'pay', goodsId: 1 },
  { userId: 1, refundState: 'failed' },
  { refundState: 'failed' },
  { refundState: 'requested', goodsId: 1, status: 'wait_refund' },
  { orderNoEnding: 'ABCD' },
  { orderNoEnding: 'ABCD', orderNoPrefix: 'ABCDEF' },
  { orderNoPrefix: 'ABCDEF', status: 'pay', dealStatus: 'done', userId: 1 },
];

async function readEverything(read: StoreReads): Promise<void> {
  for (const filter of filters) {
    await read.orders.search({ ...anyOrder, ...filter }, null, 50);
    await read.orders.search({ ...anyOrder, ...filter }, { createdAt: 5, id: 5 }, 50);
    await read.orders.countUpTo({ ...anyOrder, ...filter }, 1000);
  }
  await read.orders.exportPage({ ...anyOrder, status: 'pay' }, null, 500);
  await read.numbers.sales(1, 2);
  await read.numbers.returns(1, 2);
  await read.numbers.placed(1, 2);
  await read.numbers.medianPictureMs(1, 2);
  await read.numbers.failReasons(1, 2, 5);
  await read.numbers.refundReasons(1, 2, 5);
  await read.orders.counts(1, 2);
  await read.savedFilters.ofOperator(1);
  await read.orders.cancelled(9, null, 50);
  await read.orders.cancelled(9, { cancelledAt: 5, id: 5 }, 50);
  await read.orders.noById(1);
  await read.orders.idByNo('A');
  await read.emails.ordersOf('d', 8);
  await read.auditLog.accountAccesses('ann');
  await read.refunds.failed(50);
  await read.refunds.byProviderId('x', 5);
  await read.payments.byProviderRef('x', 5);
  await read.payments.byNo('P');
  await read.refunds.byNo('R');
  await read.disputes.open(50);
  await read.problems.ofOrder(1);
  await read.problems.byId(1);
  await read.problems.open(50);
  await read.emails.ofOrder(1);
  await read.emails.byToken('t');
  await read.emails.countWritten('d', 1);
  await read.refunds.approvals('pending', null, 50);
  await read.inbox.owners('failed_refund', 1, 2);
  await read.inbox.notes({ targetKind: 'order', targetId: 1 }, null, 50);
  await read.inbox.noteCounts('order', 1, 2);
  const job = { kind: 'process_order', key: 'A' } as const;
  const none = { operator: null, action: null, targetKind: null, targetId: null };
  await read.payments.notifications('P');
  await read.refunds.notifications('R');
  await read.jobs.attempts(job);
  await read.jobs.named(job);
  await read.webhooks.ofOrder(1);
  await read.refunds.pendingApproval(1);
  await read.members.searchUsers({ id: null, subject: 's' }, null, 50);
  await read.members.searchUsers({ id: null, subject: null }, 9, 50);
  await read.members.grantRecordsOf(1);
  await read.members.emptyGuests(1, 50);
  await read.members.figuresOf(1);
  await read.sessions.byDigest('d');
  await read.auditLog.entries(none, 9, 50);
  await read.auditLog.entries({ ...none, operator: 'ann' }, 9, 50);
  await read.auditLog.entries({ ...none, action: 'sign_in' }, 9, 50);
  await read.auditLog.entries({ ...none, targetKind: 'order', targetId: 'A' }, 9, 50);
  await read.jobs.dead(null, null, 50);
  await read.jobs.dead('process_order', 9, 50);
  await read.jobs.countDead(null, 9, 50);
  await read.jobs.countDead('process_order', 9, 50);
  await read.jobs.stuck(jobKinds, { leaseBefore: 1, dueBefore: 1 }, 50);
  await read.jobs.stuck(['process_order'], { leaseBefore: 1, dueBefore: 1 }, 50);
  await read.payments.moneySlices(1, 2);
  await read.reconciliation.billRows('sandbox', 'payment', 'P');
  await read.reconciliation.rowsOfDay('sandbox', 1, 0, 50);
  await read.reconciliation.unbilled('payment', 'sandbox', 1, 2, 0, 50);
  await read.reconciliation.unbilled('refund', 'sandbox', 1, 2, 0, 50);
  const page = { provider: 'sandbox', from: 1, to: 2, afterId: 0, limit: 50 };
  await read.reconciliation.receivedPayments(page);
  await read.reconciliation.unpaidAttempts(page);
  await read.reconciliation.doneRefunds(page);
  await read.reconciliation.unfinishedRefunds(page);
  await read.reconciliation.newestDifference('sandbox', 'payment', 'P');
  await read.reconciliation.ofOrder(1);
  await read.jobs.queuesByKind(jobKinds, 1);
  await read.jobs.processingTimes(jobKinds, 1);
}

const growing = [
  'orders',
  'payment_attempts',
  'refunds',
  'payment_notifies',
  'bill_rows',
  'membership_grants',
  'users',
  'jobs',
  'job_attempts',
  'outside_events',
  'audit_log',
  'notes',
  'inbox_owners',
  'disputes',
  'order_problems',
].join('|');

/** @param see receives the lines of each query plan. */
async function explainOnSqlite(t: TestContext, see: (lines: readonly string[], sql: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-plans-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'plans.db');
  const database = { kind: 'sqlite', file } as const;
  const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
  await store.close();
  const sqlite = new DatabaseSync(file);
  t.after(() => sqlite.close());
  return explaining(sqliteDialect, async (sql, values) => {
    const bound = values.map((value) =>
      typeof value === 'number' ? value : value === null ? null : String(value),
    );
    const lines = sqlite.prepare(`explain query plan ${sql}`).all(...bound);
    see(
      lines.map(({ detail }) => String(detail)),
      sql,
    );
  });
}

/** Sequential scans are switched off, because PostgreSQL would choose them for the empty tables. */
async function explainOnPostgres(t: TestContext, see: (lines: readonly string[], sql: string) => void) {
  const db = await PGlite.create();
  t.after(() => db.close());
  await openPostgresEngine(pgliteConnector(db), createSubscribers(silentLog), silentLog);
  await db.exec('set enable_seqscan = off');
  const read = explaining(postgresDialect, async (sql, values) => {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    see(
      rows.map((row) => row['QUERY PLAN']),
      sql,
    );
  });
  return { read, db };
}

describe('the reads of the console', () => {
  it('never scan a growing table on SQLite', async (t) => {
    let plans = 0;
    const read = await explainOnSqlite(t, (lines, sql) => {
      // The test allows a scan of these partial indexes: they contain only the rows that wait at present, so they do
      // not grow.
      const waiting = 'jobs_|refunds_open|refund_approvals_pending|disputes_open|order_problems_open';
      const whole = new RegExp(`^SCAN (${growing})\\b(?! USING .*INDEX (${waiting}))`);
      for (const line of lines) assert.doesNotMatch(line, whole, sql);
      plans += 1;
    });
    await readEverything(read);
    assert.ok(plans > 40);
  });

  it('never scan a growing table on PostgreSQL', async (t) => {
    const { read } = await explainOnPostgres(t, (lines, sql) => {
      assert.doesNotMatch(lines.join('\n'), new RegExp(`Seq Scan on (${growing})\\b`), sql);
    });
    await readEverything(read);
  });

  it('count orders with an index, and read only its entries of the period', async (t) => {
    const seen: string[] = [];
    const onSqlite = await explainOnSqlite(t, (lines) => seen.push(...lines));
    await onSqlite.orders.counts(1, 2);
    const looks = seen.filter((line) => /\borders\b/.test(line));
    assert.equal(looks.length, orderPairs.length);
    for (const line of looks) {
      assert.match(line, /USING COVERING INDEX orders_by_state \(.*created_at>\? AND created_at<\?\)/);
    }

    const onPostgres = await explainOnPostgres(t, (lines) => {
      const plan = lines.join('\n');
      // PostgreSQL may count unpaid and cancelled orders in their own partial indexes.
      const others = orderPairs.filter(({ status }) => status !== 'wait_pay' && status !== 'cancal').length;
      const counts = plan.match(
        /Index Only Scan using orders_by_state .*\n *Index Cond: .*created_at >= .*created_at </g,
      );
      assert.ok(counts !== null && counts.length >= others, plan);
    });
    // All plans cost the same for an empty table, so bitmap scans are switched off too.
    await onPostgres.db.exec('set enable_bitmapscan = off');
    await onPostgres.read.orders.counts(1, 2);
  });
});
