/**
 * Stores the accounts of users at payment providers, the provider's id of the customer with which a payment was
 * opened, and why a refund failed.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table provider_accounts (
      provider text not null,
      account_id text not null,
      user_id ${integer} not null references users (id),
      session_key text,
      updated_at ${integer} not null,
      primary key (provider, account_id)
    ) ${keyedTableEnd}`.execute(db);
  await sql`create index provider_accounts_by_user on provider_accounts (user_id)`.execute(db);
  await sql`alter table payment_attempts add column payer_id text`.execute(db);
  await sql`alter table refunds add column failure_code text check (failure_code in (
      'provider_unreachable', 'provider_refused', 'insufficient_balance', 'payer_account_abnormal', 'too_late',
      'app_store_only', 'payment_closed', 'unknown_payment', 'exceeds_payment'
    ))`.execute(db);
}
