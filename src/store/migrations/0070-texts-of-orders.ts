/**
 * Adds the number of the order to stored responses that contain texts about the order, so that the erasure of the order
 * also deletes these responses, whoever made the call. Responses that an earlier version stored have no order; they are
 * deleted after a day. Migration 0071 adds the index.
 */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_records add column order_no text`.execute(db);
}
