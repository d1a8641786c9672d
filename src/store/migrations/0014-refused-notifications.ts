/** Counts payment notifications that were refused or that repeat an earlier one, by provider, reason and hour. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table refused_notifications (
      provider text not null,
      code text not null check (code in ('signature', 'timestamp', 'probe', 'malformed', 'recipient', 'replay')),
      hour_at ${integer} not null,
      times ${integer} not null,
      last_at ${integer} not null,
      last_why text not null,
      primary key (provider, code, hour_at)
    ) ${keyedTableEnd}`.execute(db);
}
