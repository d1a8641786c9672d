/**
 * The tables as `photokiosk database copy` sees them. Both databases have the same tables with the same columns, which
 * contain only texts, whole numbers and nulls (`../tables.ts`). PostgreSQL describes them, because one of the two
 * databases of a copy is always PostgreSQL.
 */

import type { PostgresClient } from '../postgres/connector.ts';

export interface CopiedColumn {
  readonly name: string;
  readonly type: 'text' | 'bigint';
}

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
  /** Whether the database generates the column `id`, and must not generate an id of a deleted row again. */
  readonly hasGeneratedId: boolean;
}

/** The values in the order of the columns. */
export type CopiedRow = readonly (string | number | null)[];

/** A database in a transaction, so that it does not change while it is read. */
export interface CopySource {
  /** Reads all rows of a table in batches. */
  rows(table: CopiedTable): AsyncIterable<readonly CopiedRow[]>;
  /** The highest id that was generated for a row of the table, even if the row is deleted; 0: none. */
  lastId(table: CopiedTable): Promise<number>;
}

export interface CopyTarget extends CopySource {
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>;
  setLastId(table: CopiedTable, id: number): Promise<void>;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnsOf = ({ columns }: CopiedTable) => columns.map(({ name }) => quoted(name)).join(', ');

/**
 * Leaves out views, for example those of extensions, and the tables in which the migrations note their state. A database
 * of release 0.1.0 has two such tables.
 * @returns every table of the schema, each after the tables to which its foreign keys refer.
 */
export async function describeTables(client: PostgresClient): Promise<readonly CopiedTable[]> {
  const columns = await client.query({
    text: `select table_name as name, column_name as "column", data_type as type, is_identity = 'YES' as identity
      from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE'
        and table_name not in ('kysely_migration', 'kysely_migration_lock') order by table_name, ordinal_position`,
  });
  const keys = await client.query({
    text: `select child.relname as child, parent.relname as parent from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and conrelid <> confrelid and connamespace = current_schema()::regnamespace`,
  });
  const tables = new Map<string, CopiedTable>();
  for (const row of columns.rows as readonly Readonly<Record<string, unknown>>[]) {
    const name = String(row.name);
    const known = tables.get(name) ?? { name, columns: [], hasGeneratedId: false };
    const column = { name: String(row.column), type: typeOf(row.type) };
    const hasGeneratedId = known.hasGeneratedId || row.identity === true;
    tables.set(name, { name, columns: [...known.columns, column], hasGeneratedId });
  }
  return parentsFirst(tables, keys.rows as readonly { child: string; parent: string }[]);
}

function typeOf(type: unknown): CopiedColumn['type'] {
  if (type === 'text' || type === 'bigint') return type;
  throw new Error(`a column has the type ${String(type)}, which is not copied`);
}

function parentsFirst(
  tables: ReadonlyMap<string, CopiedTable>,
  keys: readonly { readonly child: string; readonly parent: string }[],
): CopiedTable[] {
  const sorted: CopiedTable[] = [];
  let left = [...tables.values()];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const isReady = ({ name }: CopiedTable) =>
      keys.every(({ child, parent }) => child !== name || !waiting.has(parent));
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error('the foreign keys of the tables form a cycle');
    sorted.push(...ready);
    left = left.filter((table) => !isReady(table));
  }
  return sorted;
}
