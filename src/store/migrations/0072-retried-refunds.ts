/**
 * When a failed refund was last requested again. All tries of a refund have the same number, so a late report about a
 * refund with several tries can be about an earlier one. Null also for refunds that an earlier version retried.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table refunds add column retried_at ${integer}`.execute(db);
}
