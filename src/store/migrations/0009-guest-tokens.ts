/**
 * The generation of a guest's tokens: a token of an earlier generation is not valid. Deletes the stored responses that
 * may contain a guest token in clear text. A repeat of a call from before the migration is not recognised as a repeat.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table users add column token_generation ${integer} not null default 0`.execute(db);
  await sql`delete from idempotency_records
    where scope like '%|anonymous' or scope like '%|operator:%'`.execute(db);
}
