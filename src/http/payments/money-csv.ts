/** The money's rows as CSV (RFC 4180), for spreadsheets: what they would take for a formula, they are not shown. */

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

/** Without it, spreadsheets take UTF-8 for the system's old encoding. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** The rows of days without the totals: summed up in a spreadsheet, each amount counts once. */
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

/** By whole numbers: an amount must not be rounded on its way into the books. */
function inMajorUnits(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "Formula injection": a text that begins like one is run by the spreadsheet that opens it. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
