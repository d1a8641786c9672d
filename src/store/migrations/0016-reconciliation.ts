/**
 * Stores the providers' bills and their differences to the service's own records. A webhook event about such a
 * difference can have no order.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await addBills(db, types);
  await addDifferences(db, types);
  await letEventsHaveNoOrder(db, types);
}

async function addBills(db: Kysely<unknown>, { integer, keyedTableEnd }: ColumnTypes): Promise<void> {
  await sql`create table bill_days (
      provider text not null,
      day ${integer} not null,
      state text not null check (state in ('waiting', 'fetched', 'compared', 'given_up')),
      next_try_at ${integer} not null,
      tries ${integer} not null,
      last_error text,
      fetched_at ${integer},
      foreign_rows ${integer} not null,
      primary key (provider, day)
    ) ${keyedTableEnd}`.execute(db);
  await sql`create table bill_totals (
      provider text not null,
      day ${integer} not null,
      currency text not null,
      payments ${integer} not null,
      payments_minor ${integer} not null,
      refunds ${integer} not null,
      refunds_minor ${integer} not null,
      fee_minor ${integer},
      primary key (provider, day, currency)
    ) ${keyedTableEnd}`.execute(db);
  await sql`create table bill_rows (
      provider text not null,
      day ${integer} not null,
      line ${integer} not null,
      kind text not null check (kind in ('payment', 'refund')),
      number text not null,
      payment_no text,
      provider_ref text not null,
      amount_minor ${integer} not null check (amount_minor >= 0),
      currency text not null,
      fee_minor ${integer},
      state text not null check (state in ('done', 'pending', 'failed')),
      at ${integer} not null,
      primary key (provider, day, line)
    ) ${keyedTableEnd}`.execute(db);
  await sql`create index bill_rows_by_number on bill_rows (number, kind, provider)`.execute(db);
}

async function addDifferences(db: Kysely<unknown>, { id, integer, tableEnd }: ColumnTypes): Promise<void> {
  await sql`create table differences (
      id ${id},
      provider text not null,
      day ${integer} not null,
      kind text not null check (kind in ('payment', 'refund')),
      number text not null,
      payment_no text,
      order_id ${integer} references orders (id),
      type text not null check (type in ('unknown_to_us', 'unknown_to_provider', 'amount', 'state')),
      provider_ref text,
      billed_minor ${integer},
      billed_currency text,
      billed_state text check (billed_state in ('done', 'pending', 'failed')),
      own_minor ${integer},
      own_currency text,
      own_state text check (own_state in ('done', 'pending', 'failed', 'open')),
      remedy text not null check (remedy in ('apply_payment', 'refund_payment', 'retry_refund', 'look')),
      found_at ${integer} not null,
      remedied_at ${integer},
      remedied_by text,
      resolution text check (resolution in ('agreed', 'operator')),
      resolved_at ${integer},
      resolved_by text,
      reason text,
      check ((resolution is null) = (resolved_at is null)),
      check (resolution is null or (resolution = 'operator') = (resolved_by is not null))
    ) ${tableEnd}`.execute(db);
  await sql`create unique index differences_open on differences (provider, kind, number)
      where resolution is null`.execute(db);
  await sql`create index differences_of_order on differences (order_id)`.execute(db);
  await sql`create index differences_by_number on differences (number, kind, provider)`.execute(db);
}

/** SQLite cannot remove `not null` from a column, so the table is made again on both databases. */
async function letEventsHaveNoOrder(
  db: Kysely<unknown>,
  { integer, keyedTableEnd }: ColumnTypes,
): Promise<void> {
  await sql`create table outside_events_before as select * from outside_events`.execute(db);
  await sql`drop table outside_events`.execute(db);
  await sql`create table outside_events (
      event_id text not null,
      order_id ${integer} references orders (id),
      type text not null,
      body text not null,
      created_at ${integer} not null,
      delivered_at ${integer},
      primary key (event_id)
    ) ${keyedTableEnd}`.execute(db);
  await sql`insert into outside_events (event_id, order_id, type, body, created_at, delivered_at)
      select event_id, order_id, type, body, created_at, delivered_at from outside_events_before`.execute(db);
  await sql`drop table outside_events_before`.execute(db);
  await sql`create index outside_events_by_order on outside_events (order_id, created_at)`.execute(db);
  await sql`create index outside_events_by_age on outside_events (created_at)`.execute(db);
}
