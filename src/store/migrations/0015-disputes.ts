/** Disputes (chargebacks) and complaints of customers, as the payment providers report them. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { id, integer, tableEnd }: ColumnTypes): Promise<void> {
  await sql`create table disputes (
      id ${id},
      provider text not null,
      dispute_no text not null,
      order_id ${integer} not null references orders (id),
      payment_no text not null,
      state text not null check (state in ('open', 'won', 'lost', 'closed')),
      amount_minor ${integer},
      currency text,
      reason text not null,
      opened_at ${integer} not null,
      changed_at ${integer} not null,
      unique (provider, dispute_no)
    ) ${tableEnd}`.execute(db);
  await sql`create index disputes_of_order on disputes (order_id)`.execute(db);
}
