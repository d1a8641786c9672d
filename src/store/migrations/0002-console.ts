/**
 * The tables and indexes of the console: operator sessions, the audit log, refund approvals, ended job
 * attempts, webhook events, workers, and the indexes of the console's searches.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const statements = [
    ...operators(types),
    ...auditLog(types),
    ...approvals(types),
    ...memberships(),
    ...work(types),
    ...searches(),
  ];
  for (const statement of statements) await statement.execute(db);
}

function operators({ integer, id, tableEnd, keyedTableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`alter table operators add column created_at ${integer}`,
    sql`alter table operators add column disabled_at ${integer}`,
    sql`create table operator_sessions (
      id ${id},
      digest text not null unique,
      operator_id ${integer} not null references operators (id),
      created_at ${integer} not null,
      seen_at ${integer} not null,
      expires_at ${integer} not null,
      user_agent text,
      address text not null
    ) ${tableEnd}`,
    sql`create index operator_sessions_by_operator on operator_sessions (operator_id, id)`,
    // One row for each operator name, and one row for each client address, with failed sign-ins.
    sql`create table sign_in_tries (
      subject text not null primary key,
      tries ${integer} not null check (tries >= 0),
      wait_until ${integer} not null,
      last_at ${integer} not null
    ) ${keyedTableEnd}`,
    sql`create index sign_in_tries_by_age on sign_in_tries (last_at)`,
  ];
}

function auditLog({ integer, id, tableEnd, appendOnly }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table audit_log (
      id ${id},
      at ${integer} not null,
      operator text not null,
      action text not null,
      target_kind text not null,
      target_id text not null,
      address text,
      request_id text,
      reason text,
      facts_before text,
      facts_after text
    ) ${tableEnd}`,
    sql`create index audit_log_by_operator on audit_log (operator, id)`,
    sql`create index audit_log_by_action on audit_log (action, id)`,
    sql`create index audit_log_by_target on audit_log (target_kind, target_id, id)`,
    ...appendOnly('audit_log'),
  ];
}

function approvals({ integer, id, tableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table refund_approvals (
      id ${id},
      order_id ${integer} not null references orders (id),
      amount_minor ${integer} not null check (amount_minor > 0),
      currency text not null,
      reason text not null,
      requested_by text not null,
      requested_at ${integer} not null,
      state text not null check (state in ('pending', 'confirmed', 'rejected')),
      decided_by text,
      decided_at ${integer},
      decision_reason text,
      check ((state = 'pending') = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null)),
      check (state <> 'confirmed' or decided_by <> requested_by)
    ) ${tableEnd}`,
    sql`create unique index refund_approvals_pending on refund_approvals (order_id) where state = 'pending'`,
    sql`create index refund_approvals_by_order on refund_approvals (order_id, id)`,
  ];
}

/**
 * The operators and reasons of months that were granted or revoked by hand. Null when an order granted the
 * months.
 */
function memberships(): RawBuilder<unknown>[] {
  return ['granted_by', 'reason', 'revoked_by', 'revoke_reason'].map(
    (column) => sql`alter table membership_grants add column ${sql.ref(column)} text`,
  );
}

function work({ integer, id, tableEnd, keyedTableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table job_attempts (
      id ${id},
      kind text not null,
      "key" text,
      attempt ${integer} not null,
      ended_at ${integer} not null,
      duration_ms ${integer} not null check (duration_ms >= 0),
      outcome text not null check (outcome in ('done', 'failed', 'exhausted')),
      error text
    ) ${tableEnd}`,
    sql`create index job_attempts_by_key on job_attempts ("key", kind, id)`,
    // A covering index for the processing times.
    sql`create index job_attempts_by_time on job_attempts (kind, ended_at, outcome, duration_ms)`,
    sql`create table outside_events (
      event_id text not null primary key,
      order_id ${integer} not null references orders (id),
      type text not null,
      body text not null,
      created_at ${integer} not null
    ) ${keyedTableEnd}`,
    sql`create index outside_events_by_order on outside_events (order_id, created_at)`,
    sql`create index outside_events_by_age on outside_events (created_at)`,
    sql`create table workers (
      id text not null primary key,
      host text not null,
      version text not null,
      started_at ${integer} not null,
      seen_at ${integer} not null
    ) ${keyedTableEnd}`,
    sql`create index jobs_dead_by_key on jobs ("key", kind) where state = 'dead'`,
  ];
}

/**
 * Each index is for one search of the console, which reads one range of the index, newest first.
 * `bench/console-search.ts` measures the searches.
 */
function searches(): RawBuilder<unknown>[] {
  return [
    sql`create index orders_by_state on orders (status, deal_status, created_at, id)`,
    sql`create index orders_by_good on orders (goods_id, status, deal_status, created_at, id)`,
    sql`create index users_by_subject on users (subject, id) where subject is not null`,
    sql`create index payment_attempts_received on payment_attempts (received_at)
      where received_at is not null`,
    sql`create index refunds_returned on refunds (finished_at) where state = 'done'`,
    sql`create index refunds_open on refunds (requested_at) where state <> 'done'`,
    sql`create index payment_notifies_by_payment on payment_notifies (payment_no)
      where payment_no is not null`,
    sql`create index payment_notifies_by_refund on payment_notifies (refund_no) where refund_no is not null`,
  ];
}
