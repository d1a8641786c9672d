/** The order filters that operators have saved, one row for each operator. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table saved_filters (
      operator_id ${integer} not null primary key references operators (id),
      filters text not null,
      changed_at ${integer} not null
    ) ${keyedTableEnd}`.execute(db);
}
