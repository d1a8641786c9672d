import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankNames } from '../payments/banks/open-bank.ts';
import { bankCrashRun } from './bank-crash-run.ts';
import { bankCrashFailures, bankCrashSummary } from './bank-crash-summary.ts';

for (const provider of bankNames) {
  test(`a service that is killed twice while customers pay at ${provider} loses no payment and makes none twice`, async (t) => {
    const report = await bankCrashRun({
      provider,
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
}
