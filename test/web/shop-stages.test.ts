/** The stage of an order that a customer sees, which follows from payment status, processing status and refund. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order, Refund } from '../../web/shop/api/types.ts';
import { type Stage, stageOf } from '../../web/shop/order/order-stage.ts';
import { en } from '../../web/shop/texts/en.ts';

const order: Order = {
  id: 1,
  user_id: 1,
  goods_id: 1,
  from_user_id: null,
  create_time: '2026-11-21 12:00:00',
  pay_time: null,
  status: 'wait_pay',
  order_no: '1M7Y595VFJK2W4SZZN3ATSVWHQGP',
  price: 990,
  pay_ext_refund_data: null,
  deal_status: 'init',
  funct_name: 'mark_order_zhaopianshangse',
  deal_result: null,
};

function refund(state: Refund['state']): Refund {
  return {
    refund_no: 'R1',
    amount: 990,
    currency: 'CNY',
    reason: 'Changed my mind.',
    reason_code: null,
    state,
    settled: false,
    failure_code: state === 'failed' ? 'delayed' : null,
    provider: 'sandbox',
    provider_refund_id: null,
    requested_at: order.create_time,
    finished_at: null,
  };
}

const table: readonly (readonly [Stage, Partial<Order>])[] = [
  ['waitPay', {}],
  ['cancelled', { status: 'cancal' }],
  ['queued', { status: 'pay' }],
  ['working', { status: 'pay', deal_status: 'ing' }],
  ['done', { status: 'pay', deal_status: 'done', deal_result: '/files/a.jpg' }],
  ['expired', { status: 'pay', deal_status: 'done' }],
  ['vipDone', { status: 'pay', deal_status: 'done', funct_name: 'mark_order_vip' }],
  ['failed', { status: 'pay', deal_status: 'fail' }],
  ['refunding', { status: 'wait_refund', pay_ext_refund_data: refund('pending') }],
  ['refundFailed', { status: 'wait_refund', pay_ext_refund_data: refund('failed') }],
  ['refunded', { status: 'refund', pay_ext_refund_data: refund('done') }],
];

describe('the stage of an order', () => {
  for (const [stage, fields] of table) {
    it(`is ${stage} for ${JSON.stringify(fields)}`, () =>
      assert.equal(stageOf({ ...order, ...fields }), stage));
  }

  it('has a text for every stage, and no text for anything else', () =>
    assert.deepEqual(new Set(table.map(([stage]) => stage)), new Set(Object.keys(en.states))));
});
