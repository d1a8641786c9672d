/** Who works on an item of the inbox, and internal notes about orders, customers and items of the inbox. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(
  db: Kysely<unknown>,
  { id, integer, tableEnd, keyedTableEnd }: ColumnTypes,
): Promise<void> {
  await sql`create table inbox_owners (
      topic text not null,
      item_id ${integer} not null,
      owner text not null,
      since ${integer} not null,
      primary key (topic, item_id)
    ) ${keyedTableEnd}`.execute(db);
  // No foreign keys: a note is about a row of one of several tables. The purges delete notes with their rows.
  await sql`create table notes (
      id ${id},
      target_kind text not null,
      target_id ${integer} not null,
      operator text not null,
      text text not null,
      created_at ${integer} not null
    ) ${tableEnd}`.execute(db);
  await sql`create index notes_of_target on notes (target_kind, target_id, id)`.execute(db);
  await sql`create index disputes_open on disputes (id) where state = 'open'`.execute(db);
}
