import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashRun } from './crash-run.ts';
import { crashFailures, crashSummary } from './crash-summary.ts';

test('a service that is killed three times loses no order or payment, makes none twice and finishes all work', async (t) => {
  const report = await crashRun({
    seed: 7,
    kills: 3,
    customers: 4,
    picturesPerRound: 2,
    databaseUrl: null,
    settleMs: 90_000,
    report: () => undefined,
  });
  t.diagnostic(crashSummary(report));
  assert.deepEqual(crashFailures(report), [], report.output);
  assert.ok(report.orders > 0 && report.payments > 0, 'no order or no payment was made');
});
