/** Sign-ins that were refused of late, a row per name and client: what the audit log is told of in sums. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function refusedSignIns(
  db: Kysely<unknown>,
  { integer, keyedTableEnd }: ColumnTypes,
): Promise<void> {
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
