/** The money report as a CSV file for spreadsheets. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeZone } from '../../../src/domain/zoned-time.ts';
import { moneyToCsv } from '../../../src/http/payments/money-csv.ts';
import type { MoneyReport } from '../../../src/usecases/payments/report-money.ts';

function reportOf(provider: string): MoneyReport {
  const none = { amountMinor: 0, count: 0 };
  const sums = {
    takings: { amountMinor: 123_456, count: 2 },
    surplus: { amountMinor: 5, count: 1 },
    refunds: none,
    surplus_returned: none,
    settled: none,
    open: none,
  };
  const row = { day: '2026-11-20', provider, currency: 'CNY', sums };
  return {
    refused: [],
    openDifferences: 0,
    openRefunds: [],
    from: '2026-11-20',
    to: '2026-11-20',
    timeZone: timeZone('UTC').name,
    days: [row],
    totals: [{ ...row, day: null }],
  };
}

test('the CSV has a byte order mark, a header line, CRLF line ends and exact amounts in major units', () => {
  assert.equal(
    moneyToCsv(reportOf('sandbox')),
    '\uFEFFday,provider,currency,takings,takings_count,surplus,surplus_count,refunds,refunds_count,' +
      'surplus_returned,surplus_returned_count,open,open_count,settled,settled_count\r\n' +
      '2026-11-20,sandbox,CNY,1234.56,2,0.05,1,0.00,0,0.00,0,0.00,0,0.00,0\r\n',
  );
});

test('no cell starts a formula, and text with commas, quotes or line breaks stays in one cell', () => {
  const cases: [string, string][] = [
    ['=HYPERLINK("http://evil.test")', '"\'=HYPERLINK(""http://evil.test"")"'],
    ['+1+1', "'+1+1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\r\nb', '"a\r\nb"'],
  ];
  for (const [provider, cell] of cases) {
    const [, line = ''] = moneyToCsv(reportOf(provider)).split(/\r\n(?=2026)/);
    assert.ok(line.startsWith(`2026-11-20,${cell},CNY,`), `${provider}: ${line}`);
  }
});
