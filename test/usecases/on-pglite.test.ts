/**
 * Runs tests of use cases, most of them of the console, a second time, on the PostgreSQL dialect. All run in one process,
 * because starting PGlite takes longer than all of the tests.
 */

import { openPglite } from '../support/databases.ts';
import { openShopsOn } from '../support/shop.ts';

openShopsOn(openPglite);
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
