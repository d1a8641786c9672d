/** The addresses to which customers want e-mails about an order: at most one for each order. */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, { integer, tableEnd }: ColumnTypes): Promise<void> {
  await sql`create table order_emails (
      order_id ${integer} primary key not null references orders (id),
      address text,
      address_digest text not null,
      language text not null check (language in ('en', 'zh')),
      unsubscribe_token text not null unique,
      message_key text not null,
      entries ${integer} not null,
      queued ${integer} not null,
      entered_at ${integer} not null,
      unsubscribed_at ${integer}
    ) ${tableEnd}`.execute(db);
  await sql`create index order_emails_by_address on order_emails (address_digest, entered_at)`.execute(db);
  await sql`create index order_emails_by_entry on order_emails (entered_at)`.execute(db);
}
