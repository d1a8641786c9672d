/**
 * For each released version there is a dump of its database (`npm run dump:release`). The tests upgrade every dump to
 * this version: no row is lost, and the schema equals that of a new database.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it, type TestContext, test } from 'node:test';
import pg from 'pg';
import { type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import { administer, silentLog } from '../support/databases.ts';
import { fieldsOf, httpClient, textField } from '../support/http-client.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { dumpPostgres, dumpSqlite } from '../support/schema-dump.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { readRepositoryFile } from '../support/source-files.ts';
import { columnsOf, contractions } from './contractions.ts';
import { restorePostgresDatabase, restoreSqliteDatabase } from './database-dump.ts';
import { lastingPart } from './filled-shop.ts';

const versions = readdirSync(import.meta.dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
const readDump = (version: string, file: string) =>
  readFileSync(join(import.meta.dirname, version, file), 'utf8');

/** The tables whose rows every upgrade must keep. */
const kept = ['orders', 'order_history', 'payment_attempts', 'refunds', 'users', 'membership_grants'];

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;
type Query = (text: string) => Promise<readonly Row[]>;

async function rowsOf(query: Query): Promise<Rows> {
  const read: Record<string, readonly Row[]> = {};
  for (const table of kept) read[table] = await query(`select * from ${table} order by 1, 2, 3`);
  return read;
}

/** A later version may add columns with any values, but must not change a value that a row had. */
function assertKept(before: Rows, later: Rows): void {
  for (const [table, rows] of Object.entries(before)) {
    assert.ok(rows.length > 0, `the dump has rows of ${table}`);
    const columns = Object.keys(rows[0] ?? {});
    const now = (later[table] ?? []).map((row) =>
      Object.fromEntries(columns.map((name) => [name, row[name]])),
    );
    assert.deepEqual(
      now,
      rows.map((row) => ({ ...row })),
      table,
    );
  }
}

async function upgrade(database: OpenStoreOptions['database']): Promise<void> {
  const { store } = await openStore({ database, clock: { now: Date.now }, log: silentLog });
  const { problems, orders } = await runSelfAudit({ store });
  // Placed orders name these rules. Reading a rule fails if this version cannot parse it.
  const { documents } = store.read;
  for (const hash of await documents.shippedHashes()) await documents.shippedRule(hash);
  await store.close();
  assert.deepEqual(problems, []);
  assert.ok(orders >= 4);
}

function folderFor(t: TestContext): string {
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  return dataDir;
}

for (const version of versions) {
  describe(`a shop of version ${version}`, () => {
    it('on SQLite keeps its orders, gets the schema of this version, and passes the audit', async (t) => {
      const file = join(folderFor(t), 'photokiosk.db');
      restoreSqliteDatabase(file, readDump(version, 'sqlite.sql'));
      const query: Query = async (text) => {
        const database = new DatabaseSync(file);
        const rows = database.prepare(text).all();
        database.close();
        return rows;
      };
      const before = await rowsOf(query);
      await upgrade({ kind: 'sqlite', file });
      assertKept(before, await rowsOf(query));
      assert.equal(dumpSqlite(file), readRepositoryFile('docs/schema-sqlite.sql'));
    });

    it('on SQLite shows its customers the same orders after the upgrade, and sells new ones', async (t) => {
      const dataDir = folderFor(t);
      restoreSqliteDatabase(join(dataDir, 'photokiosk.db'), readDump(version, 'sqlite.sql'));
      const service = await startServiceProcess({ DATA_DIR: dataDir });
      t.after(() => service.stop());
      const client = httpClient(service.url);
      const orders: unknown = JSON.parse(readDump(version, 'sqlite-orders.json'));
      assert.ok(Array.isArray(orders) && orders.length >= 4);
      for (const order of orders.map(fieldsOf)) {
        const { fields } = await client.post('fetch_order', { order_no: textField(order, 'order_no') });
        assert.deepEqual(lastingPart(fields), order);
      }
      assert.equal((await client.post('mark_order_vip', { goods_id: 3, num: 1 })).status, 200);
    });
  });
}

const server = await startPostgres();
if (server === undefined && process.env.CI === 'true') throw new Error(howToGetPostgres);

describe('on PostgreSQL', { skip: server === undefined ? howToGetPostgres : false }, () => {
  after(() => server?.stop());

  for (const version of versions) {
    it(`a shop of version ${version} keeps its orders and every column, gets the schema of this version, and passes the audit`, async () => {
      if (server === undefined) return;
      const name = `upgrade_${version.replaceAll('.', '_')}`;
      await administer(server, `create database ${name}`);
      const url = server.urlOf(name);
      await restorePostgresDatabase(url, readDump(version, 'postgres.sql'));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const query: Query = async (text) => (await client.query<Row>(text)).rows;
      const before = await rowsOf(query);
      const columnsBefore = await columnsOf(query);
      await upgrade({ kind: 'postgres', urls: [url] });
      assertKept(before, await rowsOf(query));
      assert.deepEqual(contractions(columnsBefore, await columnsOf(query)), []);
      const schema = await dumpPostgres(client);
      await client.end();
      await administer(server, `drop database ${name} with (force)`);
      assert.equal(schema, readRepositoryFile('docs/schema-postgres.sql'));
    });
  }
});

test('the version of package.json has a dump, which `npm run dump:release` makes', () => {
  const { version } = JSON.parse(readRepositoryFile('package.json')) as { version: string };
  assert.ok(versions.includes(version), `no dump of ${version}`);
});
