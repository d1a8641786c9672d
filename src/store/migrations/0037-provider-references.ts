/**
 * Indexes of payments and refunds by the numbers of the payment providers, which customers read in their account
 * statements.
 */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment_attempts_by_ref on payment_attempts (provider_ref)
    where provider_ref is not null`.execute(db);
  await sql`create index refunds_by_provider_id on refunds (provider_refund_id)
    where provider_refund_id is not null`.execute(db);
}
