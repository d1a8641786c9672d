/**
 * Reads the tables of WeChat Pay's bills: UTF-8 with a byte order mark, a header, rows whose values begin with a
 * backtick, and a summary with a header of its own. Pure.
 */

import type { Instant } from '../../domain/zoned-time.ts';

/**
 * The values of a row by the names of their columns. Columns are found by name, because their order differs between
 * the kinds of bills.
 */
export type BillLine = ReadonlyMap<string, string>;

/**
 * @param summaryHeader the beginning of the line with the column names of the summary. The first column of the summary
 * is the number of rows.
 * @throws Error when the table is not complete.
 */
export function readTable(text: string, summaryHeader: string): readonly BillLine[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const [header = '', ...rest] = lines;
  const end = rest.findIndex((line) => line.startsWith(summaryHeader));
  const columns = header.split(',').map((name) => name.trim());
  const rows = rest.slice(0, Math.max(0, end)).map((line) => lineOf(columns, valuesOf(line)));
  const count = Number(valuesOf(rest[end + 1] ?? '')[0] ?? Number.NaN);
  // The summary may write the number of rows as 45.0, so it is compared as a number.
  if (end === -1 || count !== rows.length) throw new Error('The bill is not complete.');
  return rows;
}

/** Names of goods contain commas, so a value ends only before a comma with a backtick. */
function valuesOf(line: string): string[] {
  return line
    .replace(/^`/, '')
    .split(',`')
    .map((value) => value.trim());
}

function lineOf(columns: readonly string[], values: readonly string[]): BillLine {
  if (values.length !== columns.length) throw new Error('A row of the bill does not fit its header.');
  return new Map(columns.map((name, index) => [name, values[index] ?? '']));
}

/** @throws Error when the bill has no such column. */
export function cell(line: BillLine, name: string): string {
  const value = line.get(name);
  if (value === undefined) throw new Error(`The bill has no column ${name}.`);
  return value;
}

/**
 * Converts yuan with up to six decimals to fen; half a fen is rounded up.
 * @throws Error when the text is not such an amount.
 */
export function fenOf(yuan: string): number {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(yuan) ?? [];
  if (whole === '') throw new Error('The bill has an amount that is no number.');
  const millionths = Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'));
  const fen = Math.round(millionths / 10_000);
  return sign === '-' && fen > 0 ? -fen : fen;
}

/**
 * Parses a time such as `2026-11-20 12:00:00`, which is in Beijing time.
 * @throws Error when the text is not such a time.
 */
export function beijingInstant(text: string): Instant {
  const at = Date.parse(`${text.replace(' ', 'T')}+08:00`);
  if (Number.isNaN(at)) throw new Error('The bill has a time that is no time.');
  return at;
}
