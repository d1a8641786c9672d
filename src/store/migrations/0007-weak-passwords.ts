/**
 * Whether the password of a sign-in breaks the rules for new passwords. The console asks the operator to change
 * such a password.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table operator_sessions add column weak_password ${integer} not null default 0`.execute(db);
}
