/**
 * What clients use of the limits that hold for the whole shop. PostgreSQL empties both tables after a crash, so
 * every client then has its full limits again.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(
  db: Kysely<unknown>,
  { integer, keyedTableEnd, createLossyTable }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`${createLossyTable} spent_limits (
        key text not null primary key,
        window_ms ${integer} not null,
        spent_ms ${integer} not null,
        restored_at ${integer} not null
      ) ${keyedTableEnd}`,
    sql`create index spent_limits_by_restored_at on spent_limits (restored_at)`,
    sql`${createLossyTable} held_places (
        key text not null,
        process text not null,
        held ${integer} not null,
        kept_until ${integer} not null,
        primary key (key, process)
      ) ${keyedTableEnd}`,
    sql`create index held_places_by_process on held_places (process)`,
    sql`create index held_places_by_kept_until on held_places (kept_until)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
