/**
 * Recent refused sign-ins, one row for each name and client. The audit log receives their number after an
 * hour.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table refused_sign_ins (
      name text not null,
      client text not null,
      address text,
      times ${integer} not null check (times >= 1),
      first_at ${integer} not null,
      last_at ${integer} not null,
      primary key (name, client)
    ) ${keyedTableEnd}`.execute(db);
}
