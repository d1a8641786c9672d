/** Uploaded icons and pictures that nothing uses, and since when. The job `purge_icons` removes their files later. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table unused_icons (
      path text not null primary key,
      unused_since ${integer} not null,
      is_removed ${integer} not null
    ) ${keyedTableEnd}`.execute(db);
}
