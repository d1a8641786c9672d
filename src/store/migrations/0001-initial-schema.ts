/**
 * The first schema. The checks repeat rules of the domain, because people may also change rows with SQL by
 * hand.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const statements = [
    ...people(types),
    ...orders(types),
    ...money(types),
    ...intake(types),
    ...jobs(types),
    ...sandboxBank(types),
  ];
  for (const statement of statements) await statement.execute(db);
}

function people({ integer, id, tableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table users (
      id ${id},
      kind text not null check (kind in ('guest', 'user')),
      issuer text,
      subject text,
      member_until ${integer},
      created_at ${integer} not null,
      unique (issuer, subject),
      check ((kind = 'user') = (issuer is not null and subject is not null))
    ) ${tableEnd}`,
    sql`create table operators (
      id ${id},
      name text not null unique,
      password_hash text not null,
      role text not null check (role in ('viewer', 'support', 'owner'))
    ) ${tableEnd}`,
    sql`create table goods (
      id ${id},
      title text not null,
      summary text not null,
      icon text not null,
      price_minor ${integer} not null check (price_minor >= 0),
      member_price_minor ${integer} check (member_price_minor >= 0),
      sort ${integer} not null,
      funct_name text not null,
      on_shelf ${integer} not null check (on_shelf in (0, 1))
    ) ${tableEnd}`,
  ];
}

function orders({ integer, id, tableEnd, keyedTableEnd, appendOnly }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table orders (
      id ${id},
      order_no text not null unique,
      user_id ${integer} not null references users (id),
      owned_by text not null check (owned_by in ('guest', 'user')),
      goods_id ${integer} not null references goods (id),
      funct_name text not null,
      details text not null,
      price_minor ${integer} not null check (price_minor >= 0),
      currency text not null,
      from_user_id ${integer},
      created_at ${integer} not null,
      expires_at ${integer} not null,
      status text not null check (status in ('wait_pay', 'cancal', 'pay', 'wait_refund', 'refund')),
      cancelled_at ${integer},
      cancelled_by text check (cancelled_by in ('customer', 'operator', 'expiry')),
      paid_at ${integer},
      attempt_id ${integer},
      refund_no text,
      deal_status text not null check (deal_status in ('init', 'ing', 'done', 'fail')),
      work_started_at ${integer},
      work_finished_at ${integer},
      result_file text,
      result_until ${integer},
      fail_reason text,
      version ${integer} not null check (version >= 1),
      fingerprint text,
      check ((status = 'cancal') = (cancelled_at is not null)),
      check ((cancelled_at is null) = (cancelled_by is null)),
      check ((status in ('pay', 'wait_refund', 'refund')) = (paid_at is not null)),
      check ((status in ('wait_refund', 'refund')) = (refund_no is not null)),
      check ((deal_status = 'ing') = (work_started_at is not null)),
      check ((deal_status in ('done', 'fail')) = (work_finished_at is not null)),
      check ((deal_status = 'fail') = (fail_reason is not null)),
      check (result_file is null or deal_status = 'done'),
      check (deal_status = 'init' or paid_at is not null)
    ) ${tableEnd}`,
    sql`create index orders_by_user on orders (user_id, id)`,
    sql`create index orders_to_expire on orders (expires_at, id) where status = 'wait_pay'`,
    sql`create index orders_to_purge on orders (result_until, id) where result_file is not null`,
    sql`create index orders_unpaid_twins on orders (fingerprint, created_at)
      where status = 'wait_pay' and fingerprint is not null`,
    sql`create table order_history (
      order_id ${integer} not null references orders (id),
      seq ${integer} not null check (seq >= 1),
      type text not null,
      at ${integer} not null,
      event text not null,
      actor text not null,
      primary key (order_id, seq)
    ) ${keyedTableEnd}`,
    ...appendOnly('order_history'),
  ];
}

function money({ integer, id, tableEnd, keyedTableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table payment_attempts (
      id ${id},
      order_id ${integer} not null references orders (id),
      payment_no text not null unique,
      provider text not null,
      channel text not null,
      amount_minor ${integer} not null check (amount_minor > 0),
      currency text not null,
      state text not null check (state in ('opening', 'open', 'declined', 'closed', 'won', 'surplus')),
      provider_ref text,
      client_data text,
      received_minor ${integer} check (received_minor >= 0),
      received_at ${integer},
      created_at ${integer} not null,
      check ((state in ('won', 'surplus')) = (received_minor is not null)),
      check ((received_minor is null) = (received_at is null))
    ) ${tableEnd}`,
    sql`create index payment_attempts_by_order on payment_attempts (order_id, id)`,
    // An order has at most one winning attempt. Any other money is surplus.
    sql`create unique index payment_attempts_won on payment_attempts (order_id) where state = 'won'`,
    sql`create table refunds (
      id ${id},
      refund_no text not null unique,
      order_id ${integer} not null references orders (id),
      attempt_id ${integer} not null references payment_attempts (id),
      purpose text not null check (purpose in ('order', 'surplus')),
      amount_minor ${integer} not null check (amount_minor > 0),
      currency text not null,
      reason text not null,
      state text not null check (state in ('requested', 'pending', 'done', 'failed')),
      provider text not null,
      provider_refund_id text,
      requested_at ${integer} not null,
      finished_at ${integer},
      last_error text
    ) ${tableEnd}`,
    sql`create index refunds_by_order on refunds (order_id, id)`,
    sql`create unique index refunds_of_order on refunds (order_id) where purpose = 'order'`,
    sql`create table payment_notifies (
      provider text not null,
      event_id text not null,
      payment_no text,
      refund_no text,
      verdict text not null,
      received_at ${integer} not null,
      primary key (provider, event_id)
    ) ${keyedTableEnd}`,
    sql`create table membership_grants (
      id ${id},
      user_id ${integer} not null references users (id),
      order_id ${integer} unique references orders (id),
      months ${integer} not null check (months >= 1),
      granted_at ${integer} not null,
      revoked_at ${integer}
    ) ${tableEnd}`,
    sql`create index membership_grants_by_user on membership_grants (user_id, id)`,
  ];
}

function intake({ integer, keyedTableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table uploads (
      path text not null primary key,
      file text not null,
      owner_id ${integer} references users (id),
      width_px ${integer} not null check (width_px > 0),
      height_px ${integer} not null check (height_px > 0),
      created_at ${integer} not null,
      kept_until ${integer} not null
    ) ${keyedTableEnd}`,
    sql`create index uploads_to_sweep on uploads (kept_until, path)`,
    sql`create table idempotency_records (
      scope text not null,
      "key" text not null,
      body_hash text not null,
      answer text,
      created_at ${integer} not null,
      primary key (scope, "key")
    ) ${keyedTableEnd}`,
    sql`create index idempotency_records_by_age on idempotency_records (created_at)`,
  ];
}

function jobs({ integer, id, tableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table jobs (
      id ${id},
      kind text not null,
      "key" text,
      state text not null check (state in ('ready', 'running', 'dead')),
      payload text not null,
      priority ${integer} not null,
      run_at ${integer} not null,
      due_at ${integer} not null,
      attempts ${integer} not null check (attempts >= 0),
      attempts_max ${integer} not null check (attempts_max >= 1),
      claims ${integer} not null,
      last_error text,
      request_id text,
      created_at ${integer} not null
    ) ${tableEnd}`,
    sql`create unique index jobs_unfinished on jobs (kind, "key") where state <> 'dead'`,
    sql`create index jobs_due on jobs (kind, due_at) where state <> 'dead'`,
    // A covering index for the counts of the queue and for an order's place in it.
    sql`create index jobs_queue on jobs (kind, priority desc, run_at, id, state) where state <> 'dead'`,
    sql`create index jobs_dead on jobs (id) where state = 'dead'`,
  ];
}

/** The ledger of the sandbox. No foreign key connects it with the other tables. */
function sandboxBank({ integer, keyedTableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table sandbox_payments (
      payment_no text not null primary key,
      amount_minor ${integer} not null check (amount_minor > 0),
      currency text not null,
      title text not null,
      state text not null check (state in ('open', 'declined', 'closed', 'paid')),
      plan text not null check (plan in ('none', 'late')),
      refund_plan text not null check (refund_plan in ('done', 'pending', 'failed')),
      notify_url text not null,
      return_url text not null,
      provider_ref text,
      paid_at ${integer},
      expires_at ${integer} not null,
      created_at ${integer} not null,
      check ((state = 'paid') = (paid_at is not null))
    ) ${keyedTableEnd}`,
    sql`create table sandbox_refunds (
      refund_no text not null primary key,
      payment_no text not null references sandbox_payments (payment_no),
      amount_minor ${integer} not null check (amount_minor > 0),
      state text not null check (state in ('pending', 'done', 'failed')),
      notify_url text not null,
      created_at ${integer} not null,
      finished_at ${integer}
    ) ${keyedTableEnd}`,
    sql`create index sandbox_refunds_by_payment on sandbox_refunds (payment_no, created_at)`,
  ];
}
