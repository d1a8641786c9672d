/**
 * The user to whom everything of a guest, or of a user who had signed in only with an account at a payment provider, was
 * moved. The erasure of that user follows these rows; 0063 adds their index. The index of this migration finds a user by
 * the id of the account.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { NewIndex } from './migration.ts';

export const indexes: readonly NewIndex[] = [
  { name: 'provider_accounts_by_account', on: 'provider_accounts (account_id)' },
];

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  await sql`alter table users add column absorbed_into ${integer}`.execute(db);
}
