/**
 * Links with which another device sends one photo to an order form. The token and the secret of a link are stored
 * as hashes only.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  const statements = [
    sql`create table photo_links (
        token_hash text not null primary key,
        secret_hash text not null unique,
        upload_path text,
        photos ${integer} not null,
        created_at ${integer} not null,
        expires_at ${integer} not null
      ) ${keyedTableEnd}`,
    sql`create index photo_links_by_expiry on photo_links (expires_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
