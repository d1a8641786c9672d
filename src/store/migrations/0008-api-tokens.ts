/** Tokens with which scripts of an operator call the API. The token itself is not stored, only its digest. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { id, integer, tableEnd }: ColumnTypes): Promise<void> {
  await sql`create table api_tokens (
      id ${id},
      digest text not null unique,
      operator_id ${integer} not null references operators (id),
      name text not null,
      role text not null check (role in ('viewer', 'support', 'owner')),
      created_at ${integer} not null,
      expires_at ${integer} not null,
      used_at ${integer}
    ) ${tableEnd}`.execute(db);
  await sql`create index api_tokens_of_operator on api_tokens (operator_id)`.execute(db);
}
