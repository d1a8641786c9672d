import { after, describe, it } from 'node:test';
import { openSqlite, postgresDatabases } from '../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { sharingContract } from './sharing-contract.ts';

describe('workers on SQLite', () => sharingContract(openSqlite));

const server = await startPostgres();
if (server === undefined) {
  it('workers on PostgreSQL', { skip: howToGetPostgres }, () => {});
} else {
  const databases = postgresDatabases(server);
  after(async () => {
    await databases.remove();
    await server.stop();
  });
  describe('workers on PostgreSQL', () => sharingContract(databases.open));
}
