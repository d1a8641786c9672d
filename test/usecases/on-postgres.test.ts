/**
 * Runs tests of use cases, most of them of the console, a second time on PostgreSQL: on a server if the machine has
 * one, otherwise on PGlite, which takes five times as long. All tests run in one process, because the start of a
 * database takes longer than all of them.
 */

import { after } from 'node:test';
import { openPglite, postgresDatabases } from '../support/databases.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { openShopsOn } from '../support/shop.ts';

const server = await startPostgres();
if (server === undefined) openShopsOn(openPglite);
else {
  const databases = postgresDatabases(server);
  after(async () => {
    await databases.remove();
    await server.stop();
  });
  openShopsOn(databases.open);
}
await import('../payments/wechat-api/delivery-reports.test.ts');
await import('./goods/catalogue.test.ts');
await import('./goods/arrange-goods.test.ts');
await import('./jobs/list-jobs.test.ts');
await import('./jobs/report-health.test.ts');
await import('./jobs/retry-all-jobs.test.ts');
await import('./members/grant-months.test.ts');
await import('./operators/refused-sign-ins.test.ts');
await import('./operators/sign-in.test.ts');
await import('./orders/cancel-order.test.ts');
await import('./orders/retry-order.test.ts');
await import('./orders/search-orders.test.ts');
await import('./orders/show-order.test.ts');
await import('./payments/report-money.test.ts');
await import('./refunds/refund-approvals.test.ts');
await import('./refunds/refund-months.test.ts');
await import('./webhooks/resend-event.test.ts');
