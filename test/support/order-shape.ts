/** The exact fields of goods, orders and refunds in the order of the specification (2.1 and 2.2), and their types. */

import assert from 'node:assert/strict';
import type { Fields } from './http-client.ts';

export const goodFields = ['id', 'title', 'summary', 'icon', 'price', 'sort', 'funct_name'];

export const orderFields = [
  'id',
  'user_id',
  'goods_id',
  'from_user_id',
  'create_time',
  'pay_time',
  'status',
  'order_no',
  'price',
  'pay_ext_refund_data',
  'deal_status',
  'funct_name',
  'deal_result',
];

export const refundFields = [
  'refund_no',
  'amount',
  'currency',
  'reason',
  'reason_code',
  'state',
  'settled',
  'failure_code',
  'provider',
  'provider_refund_id',
  'requested_at',
  'finished_at',
];

const dateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

export function assertGood(good: Fields): void {
  assert.deepEqual(Object.keys(good), goodFields);
  for (const name of ['id', 'price', 'sort']) assert.ok(Number.isInteger(good[name]), name);
  for (const name of ['title', 'summary', 'icon', 'funct_name'])
    assert.equal(typeof good[name], 'string', name);
}

/** @param expected fields that must have exactly these values. */
export function assertOrder(order: Fields, expected: Fields): void {
  assert.deepEqual(Object.keys(order), orderFields);
  for (const name of ['id', 'user_id', 'goods_id', 'price']) assert.ok(Number.isInteger(order[name]), name);
  assert.match(String(order.create_time), dateTime);
  assert.match(String(order.order_no), /^[0-9A-Z]{20,28}$/);
  assert.ok(order.pay_time === null || dateTime.test(String(order.pay_time)), 'pay_time');
  const isUnpaid = order.status === 'wait_pay' || order.status === 'cancal';
  assert.equal(order.pay_time === null, isUnpaid, 'pay_time is null while unpaid');
  const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, order[name]]));
  assert.deepEqual(shown, expected);
}

export function assertRefund(refund: unknown, expected: Fields): void {
  const fields: Fields = { ...(refund as object) };
  assert.deepEqual(Object.keys(fields), refundFields);
  assert.match(String(fields.requested_at), dateTime);
  assert.ok(fields.finished_at === null || dateTime.test(String(fields.finished_at)));
  const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, fields[name]]));
  assert.deepEqual(shown, expected);
}
