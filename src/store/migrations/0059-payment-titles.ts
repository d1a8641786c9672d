/**
 * The title of the good that a payment shows to the customer. A provider that is asked again to open a payment refuses
 * a changed title, so the title is kept from the first request on. Null: opened before this migration.
 */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_attempts add column title text`.execute(db);
}
