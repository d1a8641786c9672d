/**
 * Counts the leases of a job that ended because its worker ended. They are counted separately from failed
 * attempts.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table jobs add column lost_leases ${integer} not null default 0`.execute(db);
}
