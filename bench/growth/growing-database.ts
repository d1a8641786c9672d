/**
 * The databases of the growth benchmark, and how each is filled, measured and backed up. Each kind of database has two
 * of them, an almost empty one and a full one.
 */

import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { administer } from '../../test/support/databases.ts';
import { howToGetPostgres, type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import { type Fill, filledOrderNo, fillStatements, postgresDialect, sqliteDialect } from './fill-orders.ts';

export interface GrowingDatabase {
  readonly env: Readonly<Record<string, string>>;
  hasOrder(serial: number): Promise<boolean>;
  /** Adds the orders with the serial numbers 1 to `last`. The service must not run during the fill. */
  fill(last: number): Promise<void>;
  bytes(): Promise<number>;
  /** The processes of the database server that work for this database; none with SQLite. */
  pids(): Promise<readonly number[]>;
  /** Adds an index to the orders, which is the slowest kind of migration, or removes it again. */
  changeIndex(change: 'add' | 'remove'): Promise<void>;
  /** Backs up as docs/operating.md describes. @returns the name of the tool that makes the backup. */
  backUp(folder: string): string;
}

export interface GrowingDatabases {
  readonly name: string;
  readonly few: GrowingDatabase;
  readonly full: GrowingDatabase;
  close(): Promise<void>;
}

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

const lastIds = `select coalesce((select max(id) from orders), 0) as orders,
  coalesce((select max(id) from users), 0) as users, coalesce((select max(id) from payment_attempts), 0) as attempts`;

/** Delays the self-audit, which would otherwise run during the measurement. */
const delayAudit = `update jobs set run_at = run_at + 43200000, due_at = due_at + 43200000 where kind = 'audit_money'`;

const ordersNumbered = (parameter: string) => `select 1 from orders where order_no = ${parameter}`;

const changeOfIndex = (change: 'add' | 'remove', how: string) =>
  change === 'add' ? `create index ${how} growth on orders (goods_id, created_at, id)` : 'drop index growth';

/** PostgreSQL's code for a database that exists already. */
const databaseExists = '42P04';

function fillAfter(last: number, ids: Readonly<Record<string, unknown>>): Fill {
  return {
    first: 1,
    last,
    orderIdOffset: Number(ids.orders),
    userIdOffset: Number(ids.users),
    attemptIdOffset: Number(ids.attempts),
    now: Date.now(),
  };
}

/** @param folder a folder that may have the databases of an earlier run. */
export async function sqliteDatabases(folder: string): Promise<GrowingDatabases> {
  const open = (name: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    return sqliteDatabase(dataDir);
  };
  return { name: 'SQLite', few: open('few'), full: open('full'), close: async () => undefined };
}

function sqliteDatabase(dataDir: string): GrowingDatabase {
  const file = join(dataDir, 'photokiosk.db');
  function within<T>(work: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
  return {
    env: { DATA_DIR: dataDir },
    hasOrder: async (serial) =>
      within((database) => database.prepare(ordersNumbered('?')).get(filledOrderNo(serial))) !== undefined,
    async fill(last) {
      within((database) => {
        database.exec('pragma synchronous = off; pragma cache_size = -524288');
        const fill = fillAfter(last, database.prepare(lastIds).get() ?? {});
        for (const statements of fillStatements(sqliteDialect, fill))
          database.exec(`begin; ${statements.join('; ')}; commit`);
        database.exec(delayAudit);
        database.exec('pragma wal_checkpoint(truncate)');
      });
      // Sync the file now. Otherwise the operating system would write the filled pages during the measurement.
      const descriptor = openSync(file, 'r+');
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
    bytes: async () => statSync(file).size,
    pids: async () => [],
    changeIndex: async (change) => within((database) => database.exec(changeOfIndex(change, ''))),
    backUp(folder) {
      run(process.execPath, [main, 'backup', folder], { DATA_DIR: dataDir });
      return 'photokiosk backup';
    },
  };
}

/**
 * @param folder the data folders of the service. The databases are on the server of `TEST_DATABASE_URL`, where those of
 *   an earlier run are used again, or on a server that is started here.
 * @throws Error if the machine has no PostgreSQL.
 */
export async function postgresDatabases(folder: string): Promise<GrowingDatabases> {
  // The settings of a server for a large shop: an eighth of 8 GiB of memory for the cache, and fsync.
  const server = await startPostgres({ fsync: 'on', shared_buffers: '1GB', max_wal_size: '4GB' });
  if (server === undefined) throw new Error(howToGetPostgres);
  const few = await openPostgres(server, 'few', folder);
  const full = await openPostgres(server, 'full', folder);
  return {
    name: 'PostgreSQL',
    few: few.database,
    full: full.database,
    async close() {
      for (const { client } of [few, full]) await client.end();
      await server.stop();
    },
  };
}

async function openPostgres(server: PostgresServer, name: string, folder: string) {
  await administer(server, `create database growth_${name}`).catch((error: { code?: string }) => {
    if (error.code !== databaseExists) throw error;
  });
  const url = server.urlOf(`growth_${name}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, database: postgresDatabase(client, url, join(folder, name)) };
}

export function postgresDatabase(client: pg.Client, url: string, dataDir: string): GrowingDatabase {
  const rows = async (text: string, values: readonly string[] = []) =>
    (await client.query<Record<string, unknown>>(text, [...values])).rows;
  const fixSequence = (table: string) =>
    rows(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    hasOrder: async (serial) => (await rows(ordersNumbered('$1'), [filledOrderNo(serial)])).length > 0,
    async fill(last) {
      const [ids] = await rows(lastIds);
      // Switch off checks of foreign keys, which would double the time of the fill.
      await rows('set session_replication_role = replica');
      for (const statements of fillStatements(postgresDialect, fillAfter(last, ids ?? {})))
        await rows(`begin; ${statements.join('; ')}; commit`);
      for (const table of ['users', 'orders', 'payment_attempts']) await fixSequence(table);
      await rows(delayAudit);
      // In a running shop PostgreSQL vacuums and analyses tables by itself within minutes.
      await rows('vacuum analyze');
      await rows('checkpoint');
    },
    bytes: async () => Number((await rows('select pg_database_size(current_database()) as bytes'))[0]?.bytes),
    pids: async () =>
      (await rows('select pid from pg_stat_activity where datname = current_database()')).map(({ pid }) =>
        Number(pid),
      ),
    async changeIndex(change) {
      await rows(changeOfIndex(change, 'concurrently'));
    },
    backUp(folder) {
      run('pg_dump', ['--format=custom', `--file=${join(folder, 'photokiosk.dump')}`, `--dbname=${url}`], {});
      return 'pg_dump';
    },
  };
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const { status, stderr, error } = spawnSync(program, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}
