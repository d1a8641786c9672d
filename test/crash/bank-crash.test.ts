import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankCrashRun } from './bank-crash-run.ts';
import { bankCrashFailures, bankCrashSummary } from './bank-crash-summary.ts';

test('a service that is killed twice while customers pay at WeChat Pay loses no payment and makes none twice', async (t) => {
  const report = await bankCrashRun({
    provider: 'wechat',
    seed: 11,
    kills: 2,
    customers: 3,
    databaseUrl: null,
    settleMs: 90_000,
    report: () => undefined,
  });
  t.diagnostic(bankCrashSummary(report));
  assert.deepEqual(bankCrashFailures(report), [], report.output);
  assert.ok(report.payments > 0, 'no payment was made');
});
