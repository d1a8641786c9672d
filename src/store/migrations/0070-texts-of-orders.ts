/**
 * Adds the number of the order to stored responses that contain texts about the order, so that the erasure of the order
 * also deletes these responses, whoever made the call. Responses that an earlier version stored have no order; they are
 * deleted after a day. The retention erases many orders one after the other, so it finds their responses by an index.
 */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_records add column order_no text`.execute(db);
  await sql`create index idempotency_records_by_order on idempotency_records (order_no) where order_no is not null`.execute(
    db,
  );
}
