/** Which value of `ADMIN_PASSWORD` an operator was given last, so that the same one is not given again. */

import { type Kysely, sql } from 'kysely';

export async function environmentPassword(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operators add column environment_hash text`.execute(db);
}
