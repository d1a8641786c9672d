/** The consent to process photos with faces: the versions of the text, and who consented to which version. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { id, integer, tableEnd }: ColumnTypes): Promise<void> {
  const statements = [
    sql`create table consent_texts (
        version ${integer} not null primary key,
        text_en text not null,
        text_zh text not null,
        created_by text not null,
        created_at ${integer} not null
      ) ${tableEnd}`,
    sql`create table face_consents (
        id ${id},
        user_id ${integer} not null references users (id) on delete cascade,
        version ${integer} not null references consent_texts (version),
        given_at ${integer} not null,
        withdrawn_at ${integer}
      ) ${tableEnd}`,
    sql`create index face_consents_by_user on face_consents (user_id, version)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
