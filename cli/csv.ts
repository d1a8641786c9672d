/** CSV as RFC 4180 defines it, for spreadsheets. */

/** Excel reads UTF-8 only with this mark. */
const byteOrderMark = '\ufeff';

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** A spreadsheet would read a text with such a beginning as a formula. */
const formula = /^['=+\-@\t\r\n|%]/;

/** Puts an apostrophe before a text that a spreadsheet would read as a formula. `readTextCell` removes it. */
export function textCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

export function readTextCell(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

/** @throws Error when a quotation mark does not end. Empty lines are left out. */
export function rowsOfCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // Each match is a cell and the separator after it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const content = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  while (cell.lastIndex < content.length || row.length > 0) {
    const start = cell.lastIndex;
    const match = cell.exec(content);
    if (match === null) throw new Error(`the CSV is wrong after character ${start}`);
    const [, inQuotes, plain = '', separator] = match;
    row.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (separator === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (separator === '') break;
  }
  return rows;
}
