/**
 * Refunds that the provider never made, and whose money an operator returned in another way: who settled the refund,
 * and when the provider reported afterwards that it made the refund after all. An approval with a refund number is the
 * approval of such a settlement. A finished refund whose failure is reported afterwards keeps the time at which it was
 * done, until a query of the provider shows whether it failed.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> {
  const statements = [
    sql`alter table refunds add column settled_by text`,
    sql`alter table refunds add column provider_done_at ${integer}`,
    sql`alter table refunds add column done_before_doubt ${integer}`,
    sql`alter table refund_approvals add column settled_refund_no text`,
  ];
  for (const statement of statements) await statement.execute(db);
}
