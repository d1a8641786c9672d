/**
 * An index of the payment attempts that have received no money, by time. The reconciliation with a provider that has no
 * readable bill queries each of them.
 */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment_attempts_unpaid on payment_attempts (created_at) where received_at is null`.execute(
    db,
  );
}
