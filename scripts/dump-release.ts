/**
 * `npm run dump:release`: writes to `test/upgrade/<version>/` dumps of the database of a shop of this version, for
 * SQLite and for PostgreSQL, after orders of each kind, and an archive of the source. `test/upgrade/upgrade.test.ts`
 * upgrades every such database to the present version, and `test/upgrade/rolling-upgrade.test.ts` runs the source of
 * the newest release beside the present version. Run it once for each release, and never again for that version.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operator } from '../test/e2e/running-service.ts';
import { administer } from '../test/support/databases.ts';
import { type Fields, httpClient } from '../test/support/http-client.ts';
import { howToGetPostgres, startPostgres } from '../test/support/postgres-server.ts';
import { type Environment, startServiceProcess, temporaryDataDir } from '../test/support/service-process.ts';
import { dumpPostgresDatabase, dumpSqliteDatabase } from '../test/upgrade/database-dump.ts';
import { fillShop } from '../test/upgrade/filled-shop.ts';
import { folderOfRelease, type Release, storeSource, thisVersion } from '../test/upgrade/released-source.ts';

const { version } = JSON.parse(readFileSync(join(thisVersion, 'package.json'), 'utf8')) as {
  version: string;
};
const folder = folderOfRelease(version);
if (existsSync(folder)) {
  console.error(`${folder} exists: a released version has one dump for ever.`);
  process.exit(1);
}

/** Fills a shop with orders and stops its service, so that the database does not change during the dump. */
async function leftBehind(env: Environment, dump: (dataDir: string) => string) {
  const { dataDir, remove } = temporaryDataDir();
  const service = await startServiceProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: operator.password, ...env });
  const orders = await fillShop(httpClient(service.url));
  await service.stop();
  const sql = dump(dataDir);
  remove();
  return { orders, sql };
}

function write(database: string, { orders, sql }: { readonly orders: Fields[]; readonly sql: string }): void {
  writeFileSync(join(folder, `${database}.sql`), sql);
  writeFileSync(join(folder, `${database}-orders.json`), `${JSON.stringify(orders, null, 2)}\n`);
}

const server = await startPostgres();
if (server === undefined) throw new Error(howToGetPostgres);
await administer(server, 'create database release');
const url = server.urlOf('release');
const sqlite = await leftBehind({}, (dataDir) => dumpSqliteDatabase(join(dataDir, 'photokiosk.db')));
const postgres = await leftBehind({ DATABASE_URL: url }, () => dumpPostgresDatabase(url));
await server.stop();
mkdirSync(folder, { recursive: true });
write('sqlite', sqlite);
write('postgres', postgres);
const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: thisVersion, encoding: 'utf8' }).stdout.trim();
const release: Release = { version, commit, nets: storeSource(folder) };
writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
console.log(`${folder}: ${sqlite.orders.length} paid orders in each database`);
