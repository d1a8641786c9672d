/**
 * Finds what processes of an older version can no longer do with a newer schema. They run beside the newer processes
 * during a rolling upgrade (docs/decisions/0087-rolling-upgrades.md).
 */

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

type Columns = ReadonlyMap<string, Column>;

/**
 * Columns that a migration may remove, as `table.column`, because no released version that can run beside this one
 * reads or writes them. State the version since which that is so.
 */
const contracted: Readonly<Record<string, string>> = {};

/** The columns of a PostgreSQL database, as `table.column`. */
export async function columnsOf(
  query: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<Columns> {
  const rows = await query(`select table_name, column_name, data_type, is_nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as has_default
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'`);
  return new Map(
    rows.map((row) => [
      `${row.table_name}.${row.column_name}`,
      {
        type: String(row.data_type),
        isRequired: row.is_nullable === 'NO',
        hasDefault: row.has_default === true,
      },
    ]),
  );
}

/** @returns what processes that know only `before` can no longer do; empty if they run on. */
export function contractions(before: Columns, later: Columns): string[] {
  const tables = new Set([...before.keys()].map(tableOf));
  const taken = [...before]
    .filter(([name]) => !(name in contracted))
    .map(([name, { type, isRequired }]) => {
      const now = later.get(name);
      if (now === undefined) return `${name} is gone`;
      if (now.type !== type) return `${name} has another type`;
      return now.isRequired && !isRequired ? `${name} must have a value` : '';
    });
  const demanded = [...later]
    .filter(([name]) => tables.has(tableOf(name)) && !before.has(name))
    .map(([name, { isRequired, hasDefault }]) =>
      isRequired && !hasDefault ? `${name} is new, must have a value and has no default` : '',
    );
  return [...taken, ...demanded].filter((text) => text !== '');
}

const tableOf = (name: string) => name.split('.')[0] ?? '';
