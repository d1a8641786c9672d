/**
 * Creates a customer with a marker text in every column that can contain personal data, and searches all tables of
 * SQLite or PostgreSQL for the marker.
 */

import assert from 'node:assert/strict';
import { tables } from '../../src/store/tables.ts';
import type { Caller } from '../../src/usecases/callers/caller.ts';
import { addNote } from '../../src/usecases/inbox/notes.ts';
import { grantMonths } from '../../src/usecases/members/grant-months.ts';
import { mergeGuest } from '../../src/usecases/members/merge-guest.ts';
import { openPglite, pgliteRows } from './databases.ts';
import { operator, type Shop, type ShopOptions } from './shop.ts';

/** Every text that the customer enters, or that an operator writes about the customer, begins with this marker. */
export const marker = 'Q7ZEBRA';

type Rows = readonly Readonly<Record<string, unknown>>[];

export interface SearchedDatabase {
  readonly shopOptions: Pick<ShopOptions, 'open'>;
  rows(shop: Shop, text: string): Promise<Rows>;
}

export const onSqlite: SearchedDatabase = { shopOptions: {}, rows: async (shop, text) => shop.rows(text) };

export const databases: readonly [string, SearchedDatabase][] = [
  ['SQLite', onSqlite],
  ['PostgreSQL', { shopOptions: { open: openPglite }, rows: (_shop, text) => pgliteRows(text) }],
];

/** Returns the columns in which the text occurs, as `table.column`. */
export async function columnsWith(database: SearchedDatabase, shop: Shop, text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const table of Object.keys(tables)) {
    for (const row of await database.rows(shop, `select * from ${table}`)) {
      for (const [column, value] of Object.entries(row)) {
        if (String(value).includes(text)) found.add(`${table}.${column}`);
      }
    }
  }
  return [...found].sort();
}

/** The file of a picture that a new picture has replaced. The row of the customer's problem contains its path. */
export const formerPicture = `results/${marker.toLowerCase()}.jpg`;

/**
 * Writes the marker into the columns whose text comes, in practice, from a provider, a receiver of webhooks or an
 * error.
 */
async function writeMarkers(
  database: SearchedDatabase,
  shop: Shop,
  orderId: number,
  userId: number,
): Promise<void> {
  const word = `${marker} from outside`;
  const key = (await shop.store.read.orders.noById(orderId)) ?? '';
  for (const statement of [
    `update payment_attempts set payer_id = '${word}', client_data = '{"url":"${word}"}' where order_id = ${orderId}`,
    `update refunds set last_error = '${word}' where order_id = ${orderId}`,
    `update membership_grants set revoke_reason = '${word}' where user_id = ${userId}`,
    `insert into refund_approvals (order_id, amount_minor, currency, reason, requested_by, requested_at, state,
      decided_by, decided_at, decision_reason) values (${orderId}, 1, 'CNY', '${word}', 'anna', 1, 'rejected', 'ben', 2,
      '${word}')`,
    `insert into disputes (provider, dispute_no, order_id, payment_no, state, reason, opened_at, changed_at)
      values ('sandbox', 'D1', ${orderId}, 'P', 'won', '${word}', 1, 1)`,
    `insert into differences (provider, day, kind, number, order_id, type, remedy, found_at, resolution, resolved_at,
      resolved_by, reason) values ('sandbox', 1, 'payment', 'P', ${orderId}, 'state', 'look', 1, 'operator', 2, 'ben',
      '${word}')`,
    `insert into provider_accounts (provider, account_id, user_id, session_key, updated_at)
      values ('wechat', '${word}', ${userId}, '${word}', 1)`,
    `insert into order_problems (order_id, reason, note, area, picture_file, picture_until, reported_at, state, answer,
      reply, answered_by, answered_at, remake_details, remake_error) values (${orderId}, 'other', '${word}',
      '{"left":0,"top":0,"width":1,"height":1,"who":"${word}"}', '${formerPicture}', 1, 1, 'answered', 'reply',
      '${word}', 'anna', 2, '{"who":"${word}"}', '${word}')`,
    `insert into order_emails (order_id, address, address_digest, language, unsubscribe_token, message_key, entries,
      queued, entered_at) values (${orderId}, '${word}@shop.test', '${word}', 'en', 'token', 'key', 1, 1, 1)`,
    `insert into order_email_recipients (order_id, address_digest, first_at) values (${orderId}, '${word}', 1)`,
    `insert into job_attempts (kind, key, attempt, ended_at, duration_ms, outcome, error)
      values ('send_email', '${key}/ready', 1, 1, 1, 'failed', '${word}')`,
    `insert into job_attempts (kind, key, attempt, ended_at, duration_ms, outcome, error)
      values ('report_delivery', '${key}', 1, 1, 1, 'failed', '${word}')`,
    `insert into jobs (kind, key, state, payload, priority, run_at, due_at, attempts, attempts_max, claims, last_error,
      created_at) values ('report_delivery', '${key}', 'dead', '{"to":"${word}"}', 0, 1, 1, 1, 1, 1, '${word}', 1)`,
    `update webhook_deliveries set last_error = '${word}'
      where event_id in (select event_id from outside_events where order_id = ${orderId})`,
    `update outside_events set body = '{"data":{"order_no":"${key}","who":"${word}"}}' where order_id = ${orderId}`,
    `insert into idempotency_records (scope, key, body_hash, answer, created_at)
      values ('mark_order_vip|user:${userId}', 'k', 'h', '${word}', 1)`,
    `insert into notes (target_kind, target_id, operator, text, created_at)
      select 'refund_approval', id, 'anna', '${word}', 1 from refund_approvals`,
  ]) {
    await database.rows(shop, statement);
  }
}

export async function payAs(shop: Shop, caller: Caller, orderNo: string): Promise<void> {
  const source = { language: null, clientAddress: '203.0.113.7', requestId: shop.requestId() };
  await shop.service.payOrders({
    caller,
    orderNos: [orderNo],
    provider: undefined,
    channel: undefined,
    ...source,
  });
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo)));
}

/** A customer with finished orders, a refund, a membership, notes and reasons. Each text contains the marker. */
export async function markedCustomer(database: SearchedDatabase, shop: Shop) {
  const user = await shop.store.transaction((tx) =>
    tx.members.insertUserOfSubject(`https://${marker}.example`, `${marker} subject`, shop.clock.now()),
  );
  const caller: Caller = { kind: 'user', userId: user.id };
  const guest = await shop.order(await shop.placeColourise());
  await shop.pay(guest.orderNo);
  await mergeGuest(shop.deps, operator, guest.userId, user.id, `${marker} has two devices`);
  const refunded = await shop.placeColourise(caller);
  await payAs(shop, caller, refunded);
  await shop.drain();
  await shop.refund(refunded, operator, `${marker} did not like it`);
  const vip = await shop.placeVip(2, caller);
  await payAs(shop, caller, vip);
  await grantMonths(shop.deps, operator, user.id, {
    months: 1,
    reason: `${marker} waited for long`,
    grantsBefore: null,
  });
  const cancelled = await shop.placeVip(1, caller);
  await shop.service.cancelOrder(operator, cancelled, 'r1');
  await shop.settle();
  const orders = [guest.orderNo, refunded, vip, cancelled];
  const { id: orderId } = await shop.order(refunded);
  await addNote(shop.deps, operator, { targetKind: 'user', targetId: user.id }, `${marker} called`);
  await addNote(shop.deps, operator, { targetKind: 'order', targetId: orderId }, `${marker} called again`);
  await writeMarkers(database, shop, orderId, user.id);
  const [job] = await shop.store.read.jobs.dead('report_delivery', null, 1);
  assert.ok(job !== undefined);
  return { user, caller, orders, orderId, job };
}
