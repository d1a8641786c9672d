import { after, describe, it } from 'node:test';
import { postgresDatabases } from '../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { storeContract } from './contract/store-contract.ts';
import { collationContract } from './postgres/collation.ts';
import { concurrencyContract } from './postgres/concurrency.ts';
import { connectionContract } from './postgres/connections.ts';
import { migrationContract } from './postgres/migrations.ts';
import { tlsContract } from './postgres/tls.ts';

const server = await startPostgres();

if (server === undefined) {
  // In CI a skipped suite would look like a suite that passed, so fail instead.
  if (process.env.CI === 'true') throw new Error(howToGetPostgres);
  it('the store on PostgreSQL passes the tests of the store', { skip: howToGetPostgres }, () => {});
} else {
  const databases = postgresDatabases(server);
  after(async () => {
    await databases.remove();
    await server.stop();
  });
  describe('the store on PostgreSQL', () => {
    storeContract(databases.open);
    concurrencyContract(databases.open);
    collationContract(server);
    connectionContract(server, databases.open);
    migrationContract(server);
    tlsContract(server);
  });
}
