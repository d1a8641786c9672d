import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { consoleReads } from '../../src/store/console/console-store.ts';
import { postgresDialect, sqliteDialect } from '../../src/store/dialect.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openPostgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import type { Session } from '../../src/store/session.ts';
import { createSubscribers } from '../../src/store/subscribers.ts';
import type { OrderFilter } from '../../src/usecases/ports/console-orders.ts';
import type { ConsoleReads } from '../../src/usecases/ports/console-store.ts';
import { silentLog } from '../support/databases.ts';
import { pgliteConnector } from '../support/pglite-connector.ts';

/** A session that answers nothing and keeps how the database would have looked. */
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
    run: () => Promise.reject(new Error('a look-up wrote')),
    snapshot: (work) => work(session),
  };
  return consoleReads(session);
}

const any: OrderFilter = {
  orderNoPrefix: null,
  userId: null,
  status: null,
  dealStatus: null,
  goodsId: null,
  from: null,
  to: null,
};
const filters: readonly Partial<OrderFilter>[] = [
  {},
  { status: 'pay' },
  { dealStatus: 'done' },
  { status: 'pay', dealStatus: 'fail', from: 1, to: 2 },
  { goodsId: 1 },
  { goodsId: 1, status: 'pay', dealStatus: 'done' },
  { userId: 1, status: 'pay', goodsId: 1 },
  { orderNoPrefix: 'ABCDEF', status: 'pay', dealStatus: 'done', userId: 1 },
];

async function lookEverywhere(read: ConsoleReads): Promise<void> {
  for (const filter of filters) {
    await read.searchOrders({ ...any, ...filter }, null, 50);
    await read.searchOrders({ ...any, ...filter }, { createdAt: 5, id: 5 }, 50);
  }
  const job = { kind: 'process_order', key: 'A' } as const;
  const none = { operator: null, action: null, targetKind: null, targetId: null };
  await read.notifiesOfPayment('P');
  await read.notifiesOfRefund('R');
  await read.jobAttemptsOf(job);
  await read.jobsNamed(job);
  await read.outsideEventsOf(1);
  await read.pendingApprovalOf(1);
  await read.searchUsers({ id: null, subject: 's' }, null, 50);
  await read.searchUsers({ id: null, subject: null }, 9, 50);
  await read.notedGrantsOf(1);
  await read.sessionByDigest('d');
  await read.auditEntries(none, 9, 50);
  await read.auditEntries({ ...none, operator: 'ann' }, 9, 50);
  await read.auditEntries({ ...none, action: 'sign_in' }, 9, 50);
  await read.auditEntries({ ...none, targetKind: 'order', targetId: 'A' }, 9, 50);
  await read.deadJobs(null, null, 50);
  await read.deadJobs('process_order', 9, 50);
  await read.stuckJobs(null, { leaseBefore: 1, dueBefore: 1 }, 50);
  await read.stuckJobs('process_order', { leaseBefore: 1, dueBefore: 1 }, 50);
  await read.moneySlices(1, 2);
  await read.queuesByKind(1);
  await read.processingTimes(1);
}

const growing = [
  'orders',
  'payment_attempts',
  'refunds',
  'payment_notifies',
  'membership_grants',
  'users',
  'jobs',
  'job_attempts',
  'outside_events',
  'audit_log',
].join('|');

describe('what the console looks up', () => {
  it('never reads a table that grows from end to end, on SQLite', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'photokiosk-plans-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'plans.db');
    const database = { kind: 'sqlite', file } as const;
    const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
    await store.close();
    const sqlite = new DatabaseSync(file);
    t.after(() => sqlite.close());
    let plans = 0;
    const read = explaining(sqliteDialect, async (sql, values) => {
      const bound = values.map((value) =>
        typeof value === 'number' ? value : value === null ? null : String(value),
      );
      const lines = sqlite.prepare(`explain query plan ${sql}`).all(...bound);
      for (const { detail } of lines) {
        // A partial index from end to end is what the queue has now, not what it ever had.
        assert.doesNotMatch(String(detail), new RegExp(`^SCAN (${growing})\\b(?! USING .*INDEX jobs_)`), sql);
      }
      plans += 1;
    });
    await lookEverywhere(read);
    assert.ok(plans > 40);
  });

  it('never reads a table that grows from end to end, on PostgreSQL', async (t) => {
    const db = await PGlite.create();
    t.after(() => db.close());
    await openPostgresEngine(pgliteConnector(db), createSubscribers(silentLog), silentLog);
    // Empty tables would be read whole; so it is, then, only where no index serves.
    await db.exec('set enable_seqscan = off');
    const read = explaining(postgresDialect, async (sql, values) => {
      const { rows } = await db.query(`explain ${sql}`, values);
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(`Seq Scan on (${growing})\\b`), sql);
    });
    await lookEverywhere(read);
  });
});
