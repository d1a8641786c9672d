/** Writes payments and refunds by day as CSV (RFC 4180). Text that a spreadsheet would run as a formula is escaped. */

import type { Counted, MoneyReport, MoneyRow } from '../../usecases/payments/report-money.ts';

const columns = [
  'day',
  'provider',
  'currency',
  'takings',
  'takings_count',
  'surplus',
  'surplus_count',
  'refunds',
  'refunds_count',
  'surplus_returned',
  'surplus_returned_count',
  'open',
  'open_count',
] as const;

/** Without this mark, spreadsheets read UTF-8 as a legacy encoding. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Totals are left out, so that a sum over a column counts each amount once. */
export function moneyToCsv({ days }: MoneyReport): string {
  const lines = [columns, ...days.map(cellsOf)];
  return byteOrderMark + lines.map((cells) => cells.map(quoted).join(',') + lineEnd).join('');
}

function cellsOf({ day, provider, currency, sums }: MoneyRow): readonly string[] {
  return [
    ...[day ?? '', provider, currency].map(harmless),
    ...[sums.takings, sums.surplus, sums.refunds, sums.surplus_returned, sums.open].flatMap(
      ({ amountMinor, count }: Counted) => [inMajorUnits(amountMinor), String(count)],
    ),
  ];
}

/** Uses string operations only, so that no amount is rounded. */
function inMajorUnits(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Prevents formula injection: a spreadsheet runs a cell that starts with one of these characters. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
