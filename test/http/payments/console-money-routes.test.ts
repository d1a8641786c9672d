/** Payments and refunds by day in the console's API. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { openConsoleApp } from '../../support/console-app.ts';

test('payments and refunds are reported by day as JSON and as a CSV download', async () => {
  await using bench = await openConsoleApp();
  const viewer = await bench.signIn('viewer');
  await bench.shop.pay(await bench.shop.placeColourise());
  const span = 'from=2026-11-20&to=2026-11-21';
  const answer = await bench.call('GET', `money?${span}`, viewer);
  assert.equal(answer.statusCode, 200, answer.body);
  const none = {
    ...{ surplus: 0, surplus_count: 0, refunds: 0, refunds_count: 0, surplus_returned: 0 },
    ...{ surplus_returned_count: 0, open: 0, open_count: 0, settled: 0, settled_count: 0 },
  };
  const row = { provider: 'sandbox', currency: 'CNY', takings: 990, takings_count: 1, ...none };
  assert.deepEqual(answer.json(), {
    from: '2026-11-20',
    to: '2026-11-21',
    time_zone: 'Asia/Shanghai',
    days: [{ day: '2026-11-20', ...row }],
    totals: [{ day: null, ...row }],
    refused_notifications: [],
    open_differences: 0,
    open_refunds: [],
  });
  const csv = await bench.call('GET', `money.csv?${span}`, viewer);
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
  assert.equal(csv.headers['content-disposition'], 'attachment; filename="money-2026-11-20-2026-11-21.csv"');
  assert.ok(csv.body.startsWith('\uFEFFday,provider,'));
  assert.match(csv.body, /\r\n2026-11-20,sandbox,CNY,9\.90,1,0\.00,0,/);
  assertProblem(await bench.call('GET', 'money?from=2026-11-20', viewer), 'invalid_parameters');
  const wrong = await bench.call('GET', 'money.csv?from=2026-11-31&to=2026-12-01', viewer);
  assert.equal(assertProblem(wrong, 'invalid_parameters').errors?.[0]?.pointer, '/from');
});
