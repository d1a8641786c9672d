/** The files of `goods export` and `goods import`: all fields of each good, as JSON or CSV, without loss. */

import type { Answer } from './admin-api.ts';
import { csvOf, readTextCell, rowsOfCsv, textCell } from './csv.ts';
import { CommandError, exitCodes } from './exit-codes.ts';

export type Good = Answer<'console_list_goods'>['goods'][number];

/** A good of a file. Without an id it is a new good; without a version the import overwrites newer changes. */
export type FileGood = Omit<Good, 'id' | 'version' | LaterField> & {
  readonly id: number | null;
  readonly version: string | null;
} & { readonly [Name in LaterField]: string | null };

/** Fields that files of earlier versions do not have. Null: the good keeps its present value. */
export const laterFields = [
  ...(['description', 'title_en', 'summary_en', 'description_en'] as const),
  ...(['title_zh', 'summary_zh', 'description_zh', 'picture'] as const),
] as const satisfies readonly (keyof Good)[];

export type LaterField = (typeof laterFields)[number];

export type FileFormat = 'json' | 'csv';

type ColumnKind = 'text' | 'later text' | 'number' | 'optional number' | 'optional text' | 'boolean';

const columns = {
  id: 'optional number',
  title: 'text',
  summary: 'text',
  description: 'later text',
  title_en: 'later text',
  summary_en: 'later text',
  description_en: 'later text',
  title_zh: 'later text',
  summary_zh: 'later text',
  description_zh: 'later text',
  icon: 'text',
  picture: 'later text',
  price: 'number',
  member_price: 'optional number',
  sort: 'number',
  funct_name: 'text',
  on_shelf: 'boolean',
  version: 'optional text',
} as const satisfies Record<keyof FileGood, ColumnKind>;

const kindNames: Readonly<Record<ColumnKind, string>> = {
  text: 'a text',
  'later text': 'a text',
  number: 'a whole number',
  'optional number': 'a whole number or nothing',
  'optional text': 'a text or nothing',
  boolean: 'true or false',
};

const columnNames = Object.keys(columns) as readonly (keyof FileGood)[];

function wrongFile(problem: string): CommandError {
  return new CommandError(exitCodes.usage, `The file is wrong: ${problem}.`);
}

export function goodsText(goods: readonly Good[], format: FileFormat): string {
  if (format === 'json') return `${JSON.stringify({ goods }, null, 2)}\n`;
  const cells = (good: Good) =>
    columnNames.map((name) => {
      const value = good[name];
      return typeof value === 'string' ? textCell(value) : String(value ?? '');
    });
  return csvOf([columnNames, ...goods.map(cells)]);
}

/** @returns undefined when the value does not have the kind of the column. */
function fieldOf(kind: ColumnKind, value: unknown): string | number | boolean | null | undefined {
  // An empty cell of such a column is an empty text. Only a file without the column keeps the present text.
  const isOptional = kind.startsWith('optional ') || kind === 'later text';
  if (isOptional && (value === null || value === undefined)) return null;
  if (kind === 'optional text' && value === '') return null;
  if (kind.endsWith('text')) return typeof value === 'string' ? value : undefined;
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined;
  return Number.isSafeInteger(value) ? Number(value) : undefined;
}

/** The place of a good in messages. @param index counts from 0. Empty lines of CSV do not count. */
export function placeOf(format: FileFormat, index: number): string {
  return format === 'json' ? `good ${index + 1}` : `row ${index + 2}`;
}

/** @param place names the good in messages. */
function parsedGood(fields: Readonly<Record<string, unknown>>, place: string): FileGood {
  const unknown = Object.keys(fields).find((name) => !(name in columns));
  if (unknown !== undefined) throw wrongFile(`${place} has the unknown field ${unknown}`);
  const values = columnNames.map((name) => {
    const value = fieldOf(columns[name], fields[name]);
    if (value === undefined) throw wrongFile(`${place} needs ${kindNames[columns[name]]} in ${name}`);
    return [name, value];
  });
  return Object.fromEntries(values) as FileGood;
}

function fieldOfCell(kind: ColumnKind, cell: string): unknown {
  if (kind.startsWith('optional ') && cell === '') return null;
  if (kind.endsWith('text')) return readTextCell(cell);
  // Spreadsheets write TRUE.
  if (kind === 'boolean') return { true: true, false: false }[cell.toLowerCase()];
  return /^-?\d+$/.test(cell) ? Number(cell) : undefined;
}

function goodsOfCsv(text: string): FileGood[] {
  const [head = [], ...rows] = rowsOfCsv(text);
  return rows.map((row, index) => {
    const place = placeOf('csv', index);
    if (row.length !== head.length)
      throw wrongFile(`${place} has ${row.length} cells instead of ${head.length}`);
    const fields = head.map((name, column) => {
      const kind = Object.entries(columns).find(([known]) => known === name)?.[1] ?? 'text';
      return [name, fieldOfCell(kind, row[column] ?? '')];
    });
    return parsedGood(Object.fromEntries(fields), place);
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function goodsOfJson(text: string): FileGood[] {
  const file: unknown = JSON.parse(text);
  if (!isRecord(file) || !Array.isArray(file.goods)) throw wrongFile('it has no list "goods"');
  return file.goods.map((good: unknown, index) => {
    const place = placeOf('json', index);
    if (!isRecord(good)) throw wrongFile(`${place} is not an object`);
    return parsedGood(good, place);
  });
}

/** @throws CommandError that names the row and the field. */
export function goodsOfText(text: string, format: FileFormat): FileGood[] {
  try {
    const goods = format === 'json' ? goodsOfJson(text) : goodsOfCsv(text);
    const ids = goods.flatMap(({ id }) => id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) throw wrongFile(`the good ${twice} is in it twice`);
    return goods;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw wrongFile(error instanceof Error ? error.message : String(error));
  }
}
