/** The settings that owners change in the console. A setting without a row has its default. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table shop_settings (
      name text not null primary key,
      value text not null,
      changed_by text not null,
      changed_at ${integer} not null
    ) ${keyedTableEnd}`.execute(db);
}
