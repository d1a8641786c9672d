/**
 * The amount that a payment notification reported. For an unknown payment, no other row contains the amount.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table payment_notifies add column received_minor ${integer}`.execute(db);
  await sql`alter table payment_notifies add column currency text`.execute(db);
}
