/** The databases of the growth benchmark, and how each is filled, measured and backed up. */

import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { administer } from '../../test/support/databases.ts';
import { howToGetPostgres, startPostgres } from '../../test/support/postgres-server.ts';
import { type Fill, fillStatements, postgresDialect, sqliteDialect } from './fill-orders.ts';

export interface GrowingDatabase {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Adds the orders with the serial numbers `first` to `last`. The service must not run during the fill. */
  fill(first: number, last: number): Promise<void>;
  bytes(): Promise<number>;
  /** Adds an index to the orders, which is the slowest kind of migration, or removes it again. */
  changeIndex(change: 'add' | 'remove'): Promise<void>;
  /** Backs up as docs/operating.md describes. @returns the name of the tool that makes the backup. */
  backUp(folder: string): string;
  close(): Promise<void>;
}

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

const lastIds = `select coalesce((select max(id) from orders), 0) as orders,
  coalesce((select max(id) from users), 0) as users, coalesce((select max(id) from payment_attempts), 0) as attempts`;

const addedIndex = 'growth on orders (goods_id, created_at, id)';

function fillAfter(first: number, last: number, ids: Readonly<Record<string, unknown>>): Fill {
  return {
    first,
    last,
    orderIdOffset: Number(ids.orders) + 1 - first,
    userIdOffset: Number(ids.users),
    attemptIdOffset: Number(ids.attempts) + 1 - first,
    now: Date.now(),
  };
}

export function sqliteDatabase(dataDir: string): GrowingDatabase {
  const file = join(dataDir, 'photokiosk.db');
  return {
    name: 'SQLite',
    env: { DATA_DIR: dataDir },
    async fill(first, last) {
      const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
      database.exec('pragma synchronous = off; pragma cache_size = -524288');
      const fill = fillAfter(first, last, database.prepare(lastIds).get() ?? {});
      for (const statements of fillStatements(sqliteDialect, fill))
        database.exec(`begin; ${statements.join('; ')}; commit`);
      database.exec('pragma wal_checkpoint(truncate)');
      database.close();
      // Sync the file now. Otherwise the operating system would write the filled pages during the measurement.
      const descriptor = openSync(file, 'r+');
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
    bytes: async () => statSync(file).size,
    async changeIndex(change) {
      const database = new DatabaseSync(file);
      database.exec(change === 'add' ? `create index ${addedIndex}` : 'drop index growth');
      database.close();
    },
    backUp(folder) {
      run(process.execPath, [main, 'backup', folder], { DATA_DIR: dataDir });
      return 'photokiosk backup';
    },
    close: async () => undefined,
  };
}

/** @throws Error if the machine has no PostgreSQL. */
export async function postgresDatabase(dataDir: string): Promise<GrowingDatabase> {
  const server = await startPostgres();
  if (server === undefined) throw new Error(howToGetPostgres);
  await administer(server, 'create database growth');
  const url = server.urlOf('growth');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const fixSequence = (table: string) =>
    client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  return {
    name: 'PostgreSQL',
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    async fill(first, last) {
      const { rows } = await client.query<Record<string, unknown>>(lastIds);
      // Switch off checks of foreign keys, which would double the time of the fill.
      await client.query('set session_replication_role = replica');
      for (const statements of fillStatements(postgresDialect, fillAfter(first, last, rows[0] ?? {})))
        await client.query(`begin; ${statements.join('; ')}; commit`);
      for (const table of ['users', 'orders', 'payment_attempts']) await fixSequence(table);
      // In a running shop PostgreSQL vacuums and analyses tables by itself within minutes.
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    },
    async bytes() {
      const { rows } = await client.query<Record<string, unknown>>(
        'select pg_database_size(current_database()) as bytes',
      );
      return Number(rows[0]?.bytes);
    },
    async changeIndex(change) {
      await client.query(change === 'add' ? `create index concurrently ${addedIndex}` : 'drop index growth');
    },
    backUp(folder) {
      run('pg_dump', ['--format=custom', `--file=${join(folder, 'photokiosk.dump')}`, `--dbname=${url}`], {});
      return 'pg_dump';
    },
    async close() {
      await client.end();
      await server.stop();
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
