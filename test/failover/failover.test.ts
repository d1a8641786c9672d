import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crashFailures, crashSummary } from '../crash/crash-summary.ts';
import { findBinaries, howToGetPostgres } from '../support/postgres-server.ts';
import { failoverRun } from './failover-run.ts';

const isMissing = findBinaries() === undefined;
if (isMissing && process.env.CI === 'true') throw new Error(howToGetPostgres);

/**
 * The longest time between the promotion and the next acknowledged order. The aim is 3 s; the limit leaves room for
 * a busy machine.
 */
const refusalMaxS = 15;

test('a primary that is killed under load loses no acknowledged order or payment, and orders are taken again after the promotion', {
  skip: isMissing && howToGetPostgres,
}, async (t) => {
  const { crash, refusals } = await failoverRun({ seed: 7, kills: 1, customers: 3, report: () => {} });
  t.diagnostic(crashSummary(crash));
  assert.deepEqual(crashFailures(crash), [], crash.output);
  assert.ok(crash.orders > 0 && crash.payments > 0, 'no order or no payment was made');
  assert.equal(refusals.length, 1);
  assert.ok((refusals[0]?.afterPromotionS ?? 0) < refusalMaxS);
});
