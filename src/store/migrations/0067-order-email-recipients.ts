/**
 * The addresses, as keyed hashes, to which e-mails about an order were queued. `order_emails` has only the address that
 * was entered last. Older versions that delete a row of `order_emails` delete the rows of this table with it.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table order_email_recipients (
      order_id ${integer} not null references order_emails (order_id) on delete cascade,
      address_digest text not null,
      first_at ${integer} not null,
      primary key (order_id, address_digest)
    ) ${keyedTableEnd}`.execute(db);
  await sql`create index order_email_recipients_by_address on order_email_recipients (address_digest, first_at)`.execute(
    db,
  );
  // The limit of an address counts one day. The migration copies no older rows, so that it is short.
  await sql`insert into order_email_recipients (order_id, address_digest, first_at)
      select order_id, address_digest, entered_at from order_emails
      where queued > 0 and entered_at > (select max(entered_at) from order_emails) - 86400000`.execute(db);
}
