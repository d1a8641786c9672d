/** An index of the orders by the last characters of their numbers, which operators see in masked numbers. */

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // An order number has 28 characters, of which a masked number shows the last four.
  await sql`create index orders_by_ending on orders (substr(order_no, 25))`.execute(db);
}
