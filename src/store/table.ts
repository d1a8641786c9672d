/**
 * The definition of a table: each column once, under the name of its field in the domain. The definition gives the
 * type of the table for Kysely, the columns of a `select`, the values of an `insert` or `update`, and the
 * conversion of rows.
 *
 * A `select` names each column after its field (`"order_no" as "orderNo"`). A row of a table without conversions
 * therefore already is a value of the domain.
 */

import type { Generated, RawBuilder } from 'kysely';
import type { AnyColumn, Column, Conversion } from './column.ts';
import type { Placeholders, SqlValue } from './statement.ts';

export type Columns = Readonly<
  Record<string, AnyColumn & { readonly generated?: true; readonly name?: string }>
>;

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';

type NameOf<Field extends string, Of> = Of extends { readonly name: infer Name extends string }
  ? Name
  : Snake<Field>;

type StoredOf<Of> = Of extends Column<infer Stored, infer _Value> ? Stored : never;
type ValueOf<Of> = Of extends Column<infer _Stored, infer Value> ? Value : never;

type Fields<All> = keyof All & string;
type IsGenerated<Of> = Of extends { readonly generated: true } ? true : false;
type InsertedFields<All> = {
  [Field in Fields<All>]: IsGenerated<All[Field]> extends true ? never : Field;
}[Fields<All>];

type RowOf<All, Field extends Fields<All>> = { readonly [Key in Field]: StoredOf<All[Key]> };
type DomainOf<All, Field extends Fields<All>> = { readonly [Key in Field]: ValueOf<All[Key]> };

/** The table's columns in the form of Kysely's types. */
export type KyselyTable<Of> =
  Of extends Table<string, infer All>
    ? {
        [Field in Fields<All> as NameOf<Field, All[Field]>]: IsGenerated<All[Field]> extends true
          ? Generated<number>
          : StoredOf<All[Field]>;
      }
    : never;

/** The stored values of a row, by the names of the fields. */
export type Row<Of> = Of extends Table<string, infer All> ? RowOf<All, Fields<All>> : never;

/** A row that is to be inserted, without the id that the database generates. */
export type NewRow<Of> = Of extends Table<string, infer All> ? RowOf<All, InsertedFields<All>> : never;

type Selected<Name extends string, All, Field, Prefix extends string> =
  Field extends Fields<All> ? `${Name}.${NameOf<Field, All[Field]>} as ${Prefix}${Field}` : never;

/** Columns of one table in a query. */
export interface Selection<Name extends string, All, Field extends Fields<All>, Prefix extends string> {
  /** The columns in the form that `select` and `returning` need. */
  readonly columns: readonly Selected<Name, All, Field, Prefix>[];
  /** Converts the fields of this selection and leaves out all others. @throws Error for a damaged row. */
  read(row: { readonly [Key in Field as `${Prefix}${Key}`]: StoredOf<All[Key]> }): DomainOf<All, Field>;
  /** Like `read`, for a row of an outer join. @returns null if the join found no row. */
  readJoined(
    row: {
      readonly [Key in Field as `${Prefix}${Key}`]: StoredOf<All[Key]> | null;
    },
  ): DomainOf<All, Field> | null;
  /**
   * The same columns with a prefix before their names, for a query in which another table has the same
   * names.
   */
  prefixed<P extends string>(prefix: P): Selection<Name, All, Field, P>;
}

type Assigned<All, Field extends Fields<All>> = {
  readonly [Key in Field as NameOf<Key, All[Key]>]: RawBuilder<StoredOf<All[Key]>>;
};

export interface Table<Name extends string, All> {
  readonly name: Name;
  readonly definitions: All;
  readonly all: Selection<Name, All, Fields<All>, ''>;
  only<Field extends Fields<All>>(...fields: readonly Field[]): Selection<Name, All, Field, ''>;
  except<Field extends Fields<All>>(
    ...fields: readonly Field[]
  ): Selection<Name, All, Exclude<Fields<All>, Field>, ''>;
  /** The placeholders of a whole new row, for `values`. */
  inserted(p: Placeholders<RowOf<All, InsertedFields<All>>>): Assigned<All, InsertedFields<All>>;
  /** The placeholders of some fields, for `set` and `values`. */
  assigned<Field extends Fields<All>>(
    p: NoInfer<Placeholders<RowOf<All, Field>>>,
    ...fields: readonly Field[]
  ): Assigned<All, Field>;
  /** Converts a value of the domain to the stored fields. */
  write<Value extends Partial<DomainOf<All, Fields<All>>>>(
    value: Value,
  ): RowOf<All, Extract<keyof Value, Fields<All>>>;
}

export function table<const Name extends string, All extends Columns>(
  name: Name,
  definitions: All,
): Table<Name, All>;
export function table(name: string, definitions: Columns): UntypedTable {
  const columns = Object.entries(definitions).map(([field, definition]) => ({
    field,
    name: columnName(field, definition),
    label: `${name}.${columnName(field, definition)}`,
    definition,
  }));
  const only = (...fields: readonly string[]) =>
    selection(
      columns.filter(({ field }) => fields.includes(field)),
      '',
    );
  const assigned = (p: UntypedValue, ...fields: readonly string[]) =>
    Object.fromEntries(
      columns.filter(({ field }) => fields.includes(field)).map((column) => [column.name, p[column.field]]),
    );
  const inserted = columns.filter(({ definition }) => definition.generated !== true);
  const conversions = columns.flatMap(({ field, definition: { conversion } }) =>
    conversion === null ? [] : [{ field, conversion }],
  );
  return {
    name,
    definitions,
    all: selection(columns, ''),
    only,
    except: (...fields) =>
      selection(
        columns.filter(({ field }) => !fields.includes(field)),
        '',
      ),
    inserted: (p) => assigned(p, ...inserted.map(({ field }) => field)),
    assigned,
    write(value) {
      const row: Record<string, unknown> = { ...value };
      for (const { field, conversion } of conversions) {
        const present = row[field];
        if (present !== undefined) row[field] = conversion.format(present);
      }
      return row;
    },
  };
}

/** The name of a field's column in the database: `orderNo` → `order_no`. */
export function columnName(field: string, { name }: Columns[string]): string {
  return name ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface TableColumn {
  readonly field: string;
  readonly name: string;
  /** The column with the name of its table, for error messages. */
  readonly label: string;
  readonly definition: Columns[string];
}

type UntypedRow = Readonly<Record<string, SqlValue>>;
type UntypedValue = Readonly<Record<string, unknown>>;

interface UntypedSelection {
  readonly columns: readonly string[];
  read(row: UntypedRow): UntypedValue;
  readJoined(row: UntypedRow): UntypedValue | null;
  prefixed(prefix: string): UntypedSelection;
}

interface UntypedTable {
  readonly name: string;
  readonly definitions: Columns;
  readonly all: UntypedSelection;
  only(...fields: readonly string[]): UntypedSelection;
  except(...fields: readonly string[]): UntypedSelection;
  inserted(p: UntypedValue): UntypedValue;
  assigned(p: UntypedValue, ...fields: readonly string[]): UntypedValue;
  write(value: UntypedValue): UntypedValue;
}

function selection(columns: readonly TableColumn[], prefix: string): UntypedSelection {
  const readers = columns.map(({ field, label, definition: { nullable, conversion } }) => ({
    field,
    key: prefix + field,
    label,
    nullable,
    conversion,
  }));
  const required = readers.find(({ nullable }) => !nullable)?.key ?? '';

  // Everything that does not depend on the row is computed above: look-ups spend much of their time here.
  function read(row: UntypedRow): UntypedValue {
    const value: Record<string, unknown> = {};
    for (const { field, key, label, nullable, conversion } of readers) {
      const stored = row[key];
      if (stored === undefined || (stored === null && !nullable))
        throw damaged(label, 'the value is missing');
      value[field] = conversion === null ? stored : parse(conversion, stored, label);
    }
    return value;
  }

  return {
    columns: readers.map(({ label, key }) => `${label} as ${key}`),
    read,
    readJoined: (row) => (row[required] === null ? null : read(row)),
    prefixed: (other) => selection(columns, other),
  };
}

function parse(conversion: Conversion<SqlValue, unknown>, stored: SqlValue, label: string): unknown {
  try {
    return conversion.parse(stored);
  } catch (cause) {
    throw damaged(label, cause);
  }
}

function damaged(label: string, cause: unknown): Error {
  return new Error(`damaged row: ${label}`, { cause });
}
