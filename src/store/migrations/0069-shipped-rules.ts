/**
 * The rules of documents that came with the service when orders were placed, each under a hash of its content. Rows are
 * only added.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table shipped_rules (
      hash text not null primary key,
      rule text not null,
      created_at ${integer} not null
    ) ${keyedTableEnd}`.execute(db);
}
