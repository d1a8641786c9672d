/**
 * The title of the good that a payment shows to the customer. A provider that is asked a second time to open the
 * same payment refuses a changed title, so the title of the first request is stored. Null: the payment was opened
 * before this migration.
 */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_attempts add column title text`.execute(db);
}
