/** Processes of the last release and of this version serve one shop side by side (`npm run test:upgrade`). */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { administer } from '../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { temporaryDataDir } from '../support/service-process.ts';
import { folderOfRelease, newestRelease, thisVersion, unpackSource } from './released-source.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';

const server = await startPostgres();
if (server === undefined && process.env.CI === 'true') throw new Error(howToGetPostgres);

test('while the processes of the last release are replaced one after another, no request fails, and every paid order is done', {
  skip: server === undefined ? howToGetPostgres : false,
}, async (t) => {
  assert.ok(server !== undefined);
  const { dataDir, remove } = temporaryDataDir();
  t.after(async () => {
    await server.stop();
    remove();
  });
  await administer(server, 'create database rolling');
  const { requests, orders, failures, auditProblems } = await rollingUpgrade({
    olderFolder: unpackSource(folderOfRelease(newestRelease())),
    newerFolder: thisVersion,
    databaseUrl: server.urlOf('rolling'),
    dataDir,
    customers: 1,
    report: (line) => t.diagnostic(line),
  });
  assert.deepEqual([failures, auditProblems], [[], []]);
  assert.ok(requests > 0 && orders > 0, 'no order was made');
});
