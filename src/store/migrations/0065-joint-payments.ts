/** The joint payment to which a payment attempt belongs: one payment at the provider for several orders. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table payment_attempts add column joint_no text`.execute(db);
  await sql`alter table payment_attempts add column joint_minor ${integer}`.execute(db);
}
