/**
 * The store, connected through pgbouncer in transaction mode. Migrations and messages use a direct connection to the
 * server.
 */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { pgConnector } from '../../src/store/postgres/pg-connector.ts';
import { postgresDatabases, silentLog } from '../support/databases.ts';
import { howToGetPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { openStallingProxy } from '../support/stalling-proxy.ts';
import { storeContract } from './contract/store-contract.ts';
import { concurrencyContract } from './postgres/concurrency.ts';

const server = await startPostgres();
const pooler = server === undefined ? undefined : await startPgbouncer(server);

if (server === undefined || pooler === undefined) {
  const missing = server === undefined ? howToGetPostgres : howToGetPgbouncer;
  // In CI a skipped suite would look like a suite that passed, so fail instead.
  if (process.env.CI === 'true') throw new Error(missing);
  await server?.stop();
  it('the store behind pgbouncer passes the tests of the store', { skip: missing }, () => {});
} else {
  const placeOf = (name: string) =>
    ({ urls: [pooler.urlOf(name)], direct: { urls: [server.urlOf(name)] } }) as const;
  const databases = postgresDatabases(server, placeOf);
  after(async () => {
    // The pooler holds connections to the databases, so it stops first.
    await pooler.stop();
    await databases.remove();
    await server.stop();
  });

  describe('the store behind pgbouncer in transaction mode', () => {
    storeContract(databases.open);
    concurrencyContract(databases.open);

    it('a transaction has the time limits of the service, which end with the transaction', async () => {
      const { urls, direct } = placeOf('postgres');
      const connector = pgConnector({ servers: { urls }, direct, connectionsMax: 2, log: silentLog });
      const client = await connector.pool.connect();
      await client.query({ text: 'begin' });
      const { rows } = await client.query({ name: 'limit', text: 'show statement_timeout' });
      assert.deepEqual(rows, [{ statement_timeout: '30s' }]);
      await client.query({ text: 'commit' });
      assert.deepEqual(await viaPooler('show statement_timeout'), [{ statement_timeout: '0' }]);
      client.release();
      await connector.pool.end();
    });

    it('a read-only store leaves no setting on a connection that pgbouncer then gives to another client', async () => {
      const place = placeOf('postgres');
      const connector = pgConnector({
        servers: place,
        direct: place.direct,
        connectionsMax: 2,
        readOnly: true,
        log: silentLog,
      });
      await assert.rejects(connector.pool.query({ text: 'create table never (a int)' }), (error: Error) => {
        assert.match(String(error.cause), /read-only transaction/);
        return true;
      });
      await connector.pool.end();
      assert.deepEqual(await viaPooler('show default_transaction_read_only'), [
        { default_transaction_read_only: 'off' },
      ]);
    });

    it('when PostgreSQL crashes, a call through pgbouncer fails as a call to a database that is down', async (t) => {
      await using proxy = await openStallingProxy(server.urlOf('postgres'));
      const crashing = await startPgbouncer({ ...server, urlOf: () => proxy.url });
      assert.ok(crashing !== undefined);
      t.after(() => crashing.stop());
      const urls = [crashing.urlOf('postgres')] as const;
      const connector = pgConnector({
        servers: { urls },
        direct: placeOf('postgres').direct,
        connectionsMax: 2,
        log: silentLog,
      });
      const client = await connector.pool.connect();
      await client.query({ text: 'begin' });
      proxy.crash();
      await assert.rejects(client.query({ text: 'select 1' }), {
        name: 'MachineTrouble',
        code: 'EHOSTDOWN',
      });
      client.release(true);
      await connector.pool.end();
    });

    it('a query with too few parameters is a mistake of the service, not a database that is down', async () => {
      const { urls, direct } = placeOf('postgres');
      const connector = pgConnector({ servers: { urls }, direct, connectionsMax: 1, log: silentLog });
      await assert.rejects(
        connector.pool.query({ text: 'select $1::int + $2::int', values: [1] }),
        ({ code }) => code === '08P01',
      );
      await connector.pool.end();
    });

    async function viaPooler(text: string): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: placeOf('postgres').urls[0] });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    }
  });
}
