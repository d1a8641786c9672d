import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderPairs } from '../../src/store/orders/order-pairs.ts';
import { allJobs, jobKinds } from '../../src/usecases/all-jobs.ts';
import type { OrderFilter } from '../../src/usecases/orders/order-store.ts';
import type { StoreReads, StoreTransaction } from '../../src/usecases/ports/store.ts';
import { purgeRowsWithoutFiles } from '../../src/usecases/retention/purge-rows-without-files.ts';
import { anyOrder } from '../support/any-order.ts';
import { explainOnPostgres, explainOnSqlite } from './explained-store.ts';

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
  { refundState: 'open' },
  { refundState: 'requested', goodsId: 1, status: 'wait_refund' },
  { orderNoEnding: 'ABCD' },
  { orderNoEnding: 'ABCD', orderNoPrefix: 'ABCDEF' },
  { orderNoPrefix: 'ABCDEF', status: 'pay', dealStatus: 'done', userId: 1 },
];

async function readEverything(read: StoreReads): Promise<void> {
  for (const filter of filters) {
    await read.orders.search({ ...anyOrder, ...filter }, null, 50);
    // The limit of a page of the console is a part of the statement.
    await read.orders.search({ ...anyOrder, ...filter }, null, 51);
    await read.orders.search({ ...anyOrder, ...filter }, { createdAt: 5, id: 5 }, 50);
    await read.orders.countUpTo({ ...anyOrder, ...filter }, 1000);
  }
  await read.orders.exportPage({ ...anyOrder, status: 'pay' }, null, 500);
  await read.erasures.unfinishedOrdersOfPhoto('uploads/p.jpg', 1);
  await read.numbers.sales(1, 2);
  await read.numbers.returns(1, 2);
  await read.numbers.settlements(1, 2);
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
  await read.emails.ordersOf(['d', 'e'], 8);
  await read.auditLog.accountAccesses('ann');
  await read.refunds.failed(50);
  await read.refunds.byProviderId('x', 5);
  await read.payments.byProviderRef('x', 5);
  await read.payments.byNo('P');
  await read.payments.byNumberAtProvider('P');
  await read.disputes.ofOrder(1);
  await read.refunds.byNo('R');
  await read.disputes.open(50);
  await read.disputes.openOf('p', 50);
  await read.problems.ofOrder(1);
  await read.problems.byId(1);
  await read.problems.open(50);
  await read.emails.ofOrder(1);
  await read.emails.byToken('t');
  await read.emails.countWritten(['d', 'e'], 1, { isFree: false, exceptOrderId: 2 });
  await read.emails.isWritten(1, 'd');
  await read.refunds.approvals('pending', null, 50);
  await read.refunds.oldestPending(50);
  await read.refunds.openSums();
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
  await read.webhooks.endOfPage({ createdAt: 1, eventId: 'a' }, 2, 50);
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
  await read.jobs.oldestDead(50);
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

/** The writes that run every minute, and those that erase a customer or an order or replay webhooks. */
async function writeEverything(tx: StoreTransaction): Promise<void> {
  await tx.idempotency.purge(1);
  await purgeRowsWithoutFiles(tx, allJobs, 1);
  await tx.uploads.deleteExpired('p', 1);
  await tx.orders.purge(1);
  await tx.members.purgeGuest(1);
  await tx.erasures.eraseName(1, 1);
  await tx.erasures.eraseTraces(1);
  await tx.erasures.moveGrantOfOrder(1, 2);
  await tx.erasures.eraseTexts(1);
  await tx.erasures.removeWebhooks(1);
  await tx.erasures.removeJobs({ kind: 'process_order', key: 'A' });
  await tx.erasures.removeResultNow('results/a.jpg', 1);
  await tx.erasures.removeUpload('p');
  await tx.erasures.eraseReasons('order', 'A');
  await tx.erasures.eraseJobEntries('A');
  const page = {
    endpointId: 1,
    after: { createdAt: 1, eventId: '' },
    through: { createdAt: 2, eventId: '' },
    deliveredToo: true,
  };
  await tx.webhooks.holdForReplay({ ...page, events: [] });
  await tx.webhooks.holdForReplay({ ...page, events: ['order.paid'] });
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
  'webhook_deliveries',
  'order_history',
  'order_emails',
  'order_email_recipients',
  'uploads',
  'audit_log',
  'notes',
  'inbox_owners',
  'disputes',
  'order_problems',
].join('|');

/**
 * A SQLite plan that reads a whole growing table. The tests allow a scan of these partial indexes: they contain only
 * the rows that wait at present, for example for their deletion, so they do not grow.
 */
const waiting =
  'jobs_|refunds_open|refund_approvals_pending|disputes_open|order_problems_open|payment_notifies_ignored';
const wholeTable = new RegExp(`^SCAN (${growing})\\b(?! USING .*INDEX (${waiting}))`);

describe('the reads of the console', () => {
  it('never scan a growing table on SQLite', async (t) => {
    let plans = 0;
    const { read } = await explainOnSqlite(t, (lines, sql) => {
      for (const line of lines) assert.doesNotMatch(line, wholeTable, sql);
      plans += 1;
    });
    await readEverything(read);
    assert.ok(plans > 40);
  });

  it('never scan a growing table on PostgreSQL, and neither do the writes of schedules, erasures and replays', async (t) => {
    const { store } = await explainOnPostgres(t, (lines, sql) => {
      assert.doesNotMatch(lines.join('\n'), new RegExp(`Seq Scan on (${growing})\\b`), sql);
    });
    await readEverything(store.read);
    await store.transaction(writeEverything);
  });

  it('count orders with an index, and read only its entries of the period', async (t) => {
    const seen: string[] = [];
    const onSqlite = await explainOnSqlite(t, (lines) => seen.push(...lines));
    await onSqlite.read.orders.counts(1, 2);
    // The orders with a failed refund are read one by one, beginning with the index of open refunds.
    assert.ok(
      seen.some((line) => /refunds USING .*INDEX refunds_open/.test(line)),
      seen.join('\n'),
    );
    const looks = seen.filter((line) => /\borders\b/.test(line) && !/INTEGER PRIMARY KEY/.test(line));
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
    await onPostgres.store.read.orders.counts(1, 2);
  });
});

describe('the writes of schedules, erasures and replays', () => {
  it('never scan a growing table on SQLite', async (t) => {
    const deleted = new Set<string>();
    const store = await explainOnSqlite(t, (lines, sql) => {
      for (const line of lines) assert.doesNotMatch(line, wholeTable, sql);
      deleted.add(/^delete from "(\w+)"/.exec(sql)?.[1] ?? '');
    });
    await store.transaction(writeEverything);
    assert.ok(deleted.has('bill_rows') && deleted.size > 10, [...deleted].join());
  });
});
