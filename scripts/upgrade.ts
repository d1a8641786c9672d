/**
 * `npm run test:upgrade [-- --from REF] [--customers 2]`: replaces the processes of an older version by those of this
 * version under load, one after another (`test/upgrade/rolling-upgrade.ts`). `REF` is a commit or tag of this repository;
 * the default is the commit of the newest release in `test/upgrade/`. The exit code is 1 if a request failed.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { administer } from '../test/support/databases.ts';
import { howToGetPostgres, startPostgres } from '../test/support/postgres-server.ts';
import { temporaryDataDir } from '../test/support/service-process.ts';
import { rollingUpgrade } from '../test/upgrade/rolling-upgrade.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: { from: { type: 'string' }, customers: { type: 'string', default: '2' } },
});

function newestRelease(): string {
  const folder = join(root, 'test/upgrade');
  const versions = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'release.json')));
  const newest = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest === undefined) throw new Error('no release in test/upgrade');
  const release: { commit: string } = JSON.parse(readFileSync(join(folder, newest, 'release.json'), 'utf8'));
  return release.commit;
}

/**
 * Checks out the older version and links the packages of this version, because `npm ci` in each run would take minutes.
 */
function checkOut(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-older-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const command = `git archive "$1" | tar --extract --directory="$2"`;
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command, 'bash', ref, folder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${ref} cannot be checked out: ${stderr}`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const from = values.from ?? newestRelease();
const olderFolder = checkOut(from);
const server = await startPostgres();
if (server === undefined) throw new Error(howToGetPostgres);
await administer(server, 'create database rolling');
const { dataDir, remove } = temporaryDataDir();
console.log(`from ${from} to the files of this folder`);
try {
  const { requests, orders, failures, auditProblems } = await rollingUpgrade({
    olderFolder,
    newerFolder: root,
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
