/** The index by which notifications about payments that the shop does not have are found and deleted. */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment_notifies_foreign on payment_notifies (received_at)
      where verdict in ('unknown_payment', 'unknown_refund')`.execute(db);
}
