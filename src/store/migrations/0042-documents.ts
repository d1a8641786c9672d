/** Which documents are sold, and the rules that operators have changed or added. Rows are never changed. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { id, integer, tableEnd }: ColumnTypes): Promise<void> {
  await sql`create table document_versions (
      id ${id},
      document text not null,
      rule text,
      on_sale ${integer} not null check (on_sale in (0, 1)),
      created_at ${integer} not null
    ) ${tableEnd}`.execute(db);
  await sql`create index document_versions_of_document on document_versions (document, id)`.execute(db);
}
