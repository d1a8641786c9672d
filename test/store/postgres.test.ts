import { after, describe, it } from 'node:test';
import { dropTemplate, postgresDatabases } from '../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { storeContract } from './contract/store-contract.ts';
import { concurrencyContract } from './postgres/concurrency.ts';
import { connectionContract } from './postgres/connections.ts';

const server = await startPostgres();

if (server === undefined) {
  // In CI a suite that quietly did not run would look like one that passed.
  if (process.env.CI === 'true') throw new Error(howToGetPostgres);
  it('the store on PostgreSQL', { skip: howToGetPostgres }, () => {});
} else {
  after(async () => {
    await dropTemplate(server);
    await server.stop();
  });
  describe('the store on PostgreSQL', () => {
    const open = postgresDatabases(server);
    storeContract(open);
    concurrencyContract(open);
    connectionContract(server, open);
  });
}
