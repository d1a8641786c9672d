/** Checks that a call about one job does not read the whole queue, which grows with the number of orders. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { sqliteDialect } from '../../../src/store/dialect.ts';
import { jobReads, jobWrites } from '../../../src/store/jobs/job-store.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { TransactionSession, Values } from '../../../src/store/session.ts';
import type { Statement } from '../../../src/store/statement.ts';
import { silentLog } from '../../support/databases.ts';

/** @returns a session that runs no statement but adds SQLite's plan of each statement to `lines`. */
async function planning(t: TestContext): Promise<{ session: TransactionSession; lines: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-plans-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'plans.db');
  const database = { kind: 'sqlite', file } as const;
  await (await openStore({ database, clock: { now: () => 0 }, log: silentLog })).store.close();
  const sqlite = new DatabaseSync(file);
  t.after(() => sqlite.close());
  const lines: string[] = [];
  function explain<P>(statement: Statement<P, unknown>, values: Values<P>): void {
    const { sql, bind } = statement.compiled(sqliteDialect);
    const rows = sqlite.prepare(`explain query plan ${sql}`).all(...bind(values));
    lines.push(...rows.map(({ detail }) => String(detail)));
  }
  const session: TransactionSession = {
    async all(statement, values) {
      explain(statement, values);
      return [];
    },
    async first(statement, values) {
      explain(statement, values);
      return undefined;
    },
    async run(statement, values) {
      explain(statement, values);
      return 0;
    },
    insert: (statement, values) => session.run(statement, values),
    snapshot: (work) => work(session),
    lockName: async () => undefined,
    publish: () => undefined,
    afterCommit: () => undefined,
  };
  return { session, lines };
}

test('the cancellation of a job finds the job with the index of kind and key', async (t) => {
  const { session, lines } = await planning(t);
  await jobWrites(session, () => 0).cancel('check_payment', 'P');
  assert.deepEqual(lines, ['SEARCH jobs USING INDEX jobs_unfinished (kind=? AND key=?)']);
});

test('a worker that is limited to some operations looks up the order of each due job by its number', async (t) => {
  const { session, lines } = await planning(t);
  await jobWrites(session, () => 0).claim(['process_order'], 0, 1, ['mark_order_zhaopianshangse']);
  assert.deepEqual(
    lines.filter((line) => line.includes('orders')),
    ['SEARCH orders USING INDEX sqlite_autoindex_orders_1 (order_no=?)'],
  );
  assert.ok(lines.includes('SEARCH jobs USING INDEX jobs_due (kind=? AND due_at<?)'), lines.join('\n'));
});

test('the waiting pictures are read in the sequence of the queue’s index', async (t) => {
  const { session, lines } = await planning(t);
  await jobReads(session).waitingPictures();
  assert.deepEqual(lines, ['SEARCH jobs USING INDEX jobs_queue (kind=?)']);
});
