/** Writes CSV (RFC 4180) for spreadsheets. Text that a spreadsheet would run as a formula is escaped. */

/** The mark with which the file begins. Without it, spreadsheet programs do not recognise UTF-8. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

export const csvMediaType = 'text/csv; charset=utf-8; header=present';

export function csvText(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((cells) => cells.map(quoted).join(',') + lineEnd).join('');
}

/** Converts an amount by string operations only, so that no amount is rounded. */
export function inMajorUnits(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0');
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Prevents formula injection: a spreadsheet program runs a cell as a formula if it starts with one of these
 * characters.
 */
export function harmless(text: string): string {
  return /^[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
