/**
 * `npm run test:upgrade [-- --from VERSION] [--customers 2]`: replaces the processes of an older version by those of this
 * version under load, one after another (`test/upgrade/rolling-upgrade.ts`). `VERSION` is a release whose source is in
 * `test/upgrade/`; the default is the newest. The exit code is 1 if a request failed.
 */

import { parseArgs } from 'node:util';
import { administer } from '../test/support/databases.ts';
import { howToGetPostgres, startPostgres } from '../test/support/postgres-server.ts';
import { temporaryDataDir } from '../test/support/service-process.ts';
import {
  folderOfRelease,
  newestRelease,
  thisVersion,
  unpackSource,
} from '../test/upgrade/released-source.ts';
import { rollingUpgrade } from '../test/upgrade/rolling-upgrade.ts';

const { values } = parseArgs({
  options: { from: { type: 'string' }, customers: { type: 'string', default: '2' } },
});

const from = values.from ?? newestRelease();
const olderFolder = unpackSource(folderOfRelease(from));
const server = await startPostgres();
if (server === undefined) throw new Error(howToGetPostgres);
await administer(server, 'create database rolling');
const { dataDir, remove } = temporaryDataDir();
console.log(`from version ${from} to the files of this folder`);
try {
  const { requests, orders, failures, auditProblems } = await rollingUpgrade({
    olderFolder,
    newerFolder: thisVersion,
    databaseUrl: server.urlOf('rolling'),
    dataDir,
    customers: Number(values.customers),
    report: (line) => console.log(line),
  });
  for (const failure of failures) console.error(failure);
  for (const problem of auditProblems) console.error(`PROBLEM ${problem}`);
  console.log(
    `REQUESTS ${requests}, FAILED ${failures.length}, ORDERS ${orders}, AUDIT PROBLEMS ${auditProblems.length}`,
  );
  process.exitCode = failures.length > 0 || auditProblems.length > 0 || orders === 0 ? 1 : 0;
} finally {
  await server.stop();
  remove();
}
