/** Goods have a description, texts in each language and a picture. */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table goods add column description text not null default ''`.execute(db);
  await sql`alter table goods add column translations text not null default '{}'`.execute(db);
  await sql`alter table goods add column picture text`.execute(db);
}
