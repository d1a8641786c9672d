/**
 * Lets the service delete cancelled orders with their history. The histories of all other orders stay
 * append-only. Each index is for a search of the purge, or for a foreign key that the database checks when
 * the purge deletes a row.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { appendOnlyUnless }: ColumnTypes): Promise<void> {
  const isCancelled = `exists (select 1 from orders where orders.id = old.order_id and orders.status = 'cancal')`;
  const statements = [
    sql`create index orders_cancelled on orders (cancelled_at, id) where status = 'cancal'`,
    sql`create index refunds_by_attempt on refunds (attempt_id)`,
    sql`create index uploads_by_owner on uploads (owner_id)`,
    ...appendOnlyUnless('order_history', isCancelled),
  ];
  for (const statement of statements) await statement.execute(db);
}
