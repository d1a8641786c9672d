/** Finds the payment attempts of a day that have received no money, for providers that have no readable bill. */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment_attempts_unpaid on payment_attempts (created_at) where received_at is null`.execute(
    db,
  );
}
