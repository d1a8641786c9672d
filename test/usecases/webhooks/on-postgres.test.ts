/**
 * Runs the tests of webhooks a second time, on a PostgreSQL server with several connections: deliveries, endpoints and
 * replays change the same rows from jobs and calls at the same time.
 */

import { after, it } from 'node:test';
import { postgresDatabases } from '../../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../../support/postgres-server.ts';
import { openShopsOn } from '../../support/shop.ts';

const server = await startPostgres();

if (server === undefined) {
  // In CI a skipped suite would look like a suite that passed, so fail instead.
  if (process.env.CI === 'true') throw new Error(howToGetPostgres);
  it('webhooks on PostgreSQL pass the tests of webhooks', { skip: howToGetPostgres }, () => {});
} else {
  const databases = postgresDatabases(server);
  after(async () => {
    await databases.remove();
    await server.stop();
  });
  openShopsOn(databases.open);
  await import('./deliver-webhook.test.ts');
  await import('./manage-endpoints.test.ts');
  await import('./replay-events.test.ts');
  await import('./resend-event.test.ts');
}
