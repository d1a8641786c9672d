/**
 * The hash of the last `ADMIN_PASSWORD` that an operator received. A restart with the same value changes
 * nothing.
 */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operators add column environment_hash text`.execute(db);
}
