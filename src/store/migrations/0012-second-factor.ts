/**
 * Second factors of operators: authenticator apps, recovery codes and passkeys; sign-ins that wait for a second
 * factor; the shop's rule that operators must have a second factor; and the time of the last proof of identity in a
 * session.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(
  db: Kysely<unknown>,
  { id, integer, tableEnd, keyedTableEnd }: ColumnTypes,
): Promise<void> {
  const statements = [
    sql`alter table operator_sessions add column proven_at ${integer} not null default 0`,
    sql`create table authenticator_apps (
      operator_id ${integer} not null primary key references operators (id),
      sealed_secret text not null,
      created_at ${integer} not null,
      confirmed_at ${integer},
      used_step ${integer} not null
    ) ${keyedTableEnd}`,
    sql`create table recovery_codes (
      id ${id},
      operator_id ${integer} not null references operators (id),
      digest text not null unique,
      used_at ${integer}
    ) ${tableEnd}`,
    sql`create index recovery_codes_of_operator on recovery_codes (operator_id)`,
    sql`create table passkeys (
      id ${id},
      operator_id ${integer} not null references operators (id),
      credential_id text not null unique,
      public_key text not null,
      counter ${integer} not null,
      transports text not null,
      name text not null,
      created_at ${integer} not null,
      used_at ${integer}
    ) ${tableEnd}`,
    sql`create index passkeys_of_operator on passkeys (operator_id)`,
    sql`create table used_challenges (
      challenge text not null primary key,
      expires_at ${integer} not null
    ) ${keyedTableEnd}`,
    sql`create table pending_sign_ins (
      id ${id},
      digest text not null unique,
      operator_id ${integer} not null references operators (id),
      password_hash text not null,
      weak_password ${integer} not null,
      wrong_codes ${integer} not null,
      expires_at ${integer} not null
    ) ${tableEnd}`,
    sql`create table sign_in_rules (
      rule text not null primary key,
      is_on ${integer} not null
    ) ${keyedTableEnd}`,
  ];
  for (const statement of statements) await statement.execute(db);
}
