/** Problems that customers report about finished orders, with the answers of the shop. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { id, integer, tableEnd }: ColumnTypes): Promise<void> {
  await sql`create table order_problems (
      id ${id},
      order_id ${integer} not null references orders (id),
      reason text not null,
      note text,
      area text,
      picture_file text,
      picture_until ${integer},
      reported_at ${integer} not null,
      state text not null check (state in ('open', 'remaking', 'answered')),
      answer text check (answer in ('reply', 'remake', 'refund')),
      reply text,
      answered_by text,
      answered_at ${integer},
      remake_details text,
      remake_error text
    ) ${tableEnd}`.execute(db);
  await sql`create index order_problems_of_order on order_problems (order_id)`.execute(db);
  await sql`create index order_problems_open on order_problems (id) where state = 'open'`.execute(db);
}
