/**
 * Returns the schema of a database as text. Tests compare it with `docs/schema-*.sql`, and compare the schema of an
 * upgraded database with that of a new one.
 */

import { DatabaseSync } from 'node:sqlite';

interface Queryable {
  query(text: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

const heading =
  '-- Made by test/store/schema.test.ts from the migrations. Not to be run: the service migrates itself.\n';

/** The schema of a SQLite file, without the tables of the migrations. */
export function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file);
  const rows = database
    .prepare(`select sql from sqlite_schema where sql is not null and name not like 'kysely_%'
      and name not like 'sqlite_%' order by tbl_name, type desc, name`)
    .all();
  database.close();
  const statements = rows.map((row) => String(row.sql).replaceAll(/\n {4}/g, '\n'));
  return `${heading}\n${statements.map((text) => `${text.trim()};\n`).join('\n')}`;
}

/** The schema of a PostgreSQL database, without the tables of the migrations. */
export async function dumpPostgres(db: Queryable): Promise<string> {
  const { rows } = await db.query(`
    with mine as (
      select oid, relname, relpersistence from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'
    ), lines as (
      select relname, -1 as part, '' as place, 'unlogged' as text from mine where relpersistence = 'u'
      union all
      select relname, 0, attnum::text, format('%s %s%s%s', attname,
        format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end,
        case attidentity when '' then '' else ' identity' end)
      from mine join pg_attribute on attrelid = mine.oid where attnum > 0 and not attisdropped
      union all
      select relname, 1, conname, pg_get_constraintdef(c.oid)
      from mine join pg_constraint c on conrelid = mine.oid where contype <> 'n'
      union all
      select relname, 2, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
      from mine join pg_index on indrelid = mine.oid
      union all
      select relname, 3, tgname, pg_get_triggerdef(t.oid)
      from mine join pg_trigger t on tgrelid = mine.oid where not tgisinternal
    )
    select format('%s: %s', relname, text) as line
    from lines
    order by relname collate "C", part, case part when 0 then lpad(place, 4) else place end collate "C"`);
  return `${heading}\n${rows.map(({ line }) => `${String(line)}\n`).join('')}`;
}
