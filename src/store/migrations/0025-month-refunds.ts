/** Partial refunds: months of a membership that have not begun can be refunded. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  const statements = [
    sql`alter table refunds add column months ${integer} check (months >= 1)`,
    // An order has at most one whole refund, and any number of partial refunds.
    sql`drop index refunds_of_order`,
    sql`create unique index refunds_of_order on refunds (order_id) where purpose = 'order' and months is null`,
    sql`alter table refund_approvals add column months ${integer} check (months >= 1)`,
    sql`alter table membership_grants add column months_refunded ${integer} not null default 0
      check (months_refunded >= 0 and months_refunded < months)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
