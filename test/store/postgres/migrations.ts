/** Migrations of a database that processes of the older version use at the same time. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { migrate } from '../../../src/store/migrations/migrate.ts';
import { migrations } from '../../../src/store/migrations/migrations.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { migrationLock } from '../../../src/store/postgres/postgres-engine.ts';
import type { Log } from '../../../src/usecases/ports/tools.ts';
import { administer, silentLog } from '../../support/databases.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { recordedLog } from '../../support/recorded-log.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** This migration builds an index on the orders, and replaces a trigger of their history. */
const busyMigration = '0044-erasures';

interface OlderDatabase {
  /** A connection of an older process, which gives up when a lock blocks it for 20 seconds. */
  connect(): Promise<pg.Client>;
  /** Migrates the database and closes it again, as a process of this version does. */
  upgrade(log?: Log): Promise<void>;
}

async function beforeBusyMigration(server: PostgresServer, t: TestContext): Promise<OlderDatabase> {
  const name = `photokiosk_busy_${process.pid}`;
  await administer(server, `create database ${name}`);
  const clients: pg.Client[] = [];
  t.after(async () => {
    for (const client of clients) await client.end();
    await administer(server, `drop database ${name} with (force)`);
  });
  const connect = async () => {
    const client = new pg.Client({ connectionString: server.urlOf(name) });
    await client.connect();
    clients.push(client);
    await client.query("set lock_timeout = '20s'");
    return client;
  };
  const client = await connect();
  const earlier = Object.entries(migrations).filter(([each]) => each < busyMigration);
  await migrate(
    {
      dialectName: 'postgres',
      execute: async (text, values) => (await client.query(text, [...values])).rows,
      locked: (work) => work(),
    },
    Object.fromEntries(earlier),
  );
  return {
    connect,
    async upgrade(log = silentLog) {
      const database = { kind: 'postgres', urls: [server.urlOf(name)], connectionsMax: 2 } as const;
      const { store } = await openStore({ database, clock: { now: () => 0 }, log });
      await store.close();
    },
  };
}

/** Resolves when the migration waits for a lock. */
function migrationWaits(client: pg.Client): Promise<unknown> {
  return waitUntil('the migration waits', async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'photokiosk'
        and wait_event_type = 'Lock'`,
    );
    return rowCount === 0 ? undefined : true;
  });
}

export function migrationContract(server: PostgresServer): void {
  describe('a migration while older processes use the database', () => {
    it('blocks no other statement while it waits for the end of a long read', async (t) => {
      const { connect, upgrade } = await beforeBusyMigration(server, t);
      const [report, other] = [await connect(), await connect()];
      await report.query('begin');
      await report.query('select from order_history');
      const upgraded = upgrade();
      await migrationWaits(other);
      await other.query('select from order_history');
      await report.query('commit');
      await upgraded;
    });

    it('lets orders change while it waits to build an index of the orders, and logs that it waits', async (t) => {
      const { connect, upgrade } = await beforeBusyMigration(server, t);
      const [placing, other] = [await connect(), await connect()];
      const log = recordedLog();
      await placing.query('begin');
      await placing.query('update orders set version = version');
      const upgraded = upgrade(log);
      await migrationWaits(other);
      await waitUntil('the log names the index', () =>
        log.lines.some(({ fields }) => fields.index === 'orders_by_inviter'),
      );
      await other.query('update orders set version = version');
      await placing.query('commit');
      await upgraded;
    });

    it('logs that it waits for another process that migrates the database', async (t) => {
      const { connect, upgrade } = await beforeBusyMigration(server, t);
      const other = await connect();
      const log = recordedLog();
      await other.query('select pg_advisory_lock($1)', [migrationLock]);
      const upgraded = upgrade(log);
      const notices = () => log.lines.filter(({ message }) => /waits until another process/.test(message));
      await waitUntil('the log says that the start waits', () => notices().length > 0);
      await other.query('select pg_advisory_unlock($1)', [migrationLock]);
      await upgraded;
      assert.equal(notices()[0]?.level, 'warn');
    });

    it('builds an index again that an interrupted migration left incomplete', async (t) => {
      const { connect, upgrade } = await beforeBusyMigration(server, t);
      const client = await connect();
      await client.query('create index orders_by_inviter on orders (id)');
      await client.query(
        `update pg_index set indisvalid = false where indexrelid = 'orders_by_inviter'::regclass`,
      );
      await upgrade();
      const { rows } = await client.query(
        `select indisvalid, pg_get_indexdef(indexrelid) as text from pg_index
          where indexrelid = 'orders_by_inviter'::regclass`,
      );
      assert.equal(rows[0].indisvalid, true);
      assert.match(rows[0].text, /\(from_user_id\)/);
    });
  });
}
