/** An order in responses of the client API. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failSentence, failSentences } from '../../../src/domain/fail-reasons.ts';
import type { Order } from '../../../src/domain/order.ts';
import type { Refund } from '../../../src/domain/payment-state.ts';
import type { OrderView } from '../../../src/usecases/service.ts';
import { fakeNow, fakeView } from '../../support/fake-service.ts';
import { post } from '../../support/http-forms.ts';
import { orderFields } from '../../support/order-shape.ts';
import { testApp } from '../../support/test-app.ts';

const refund: Refund = {
  id: 1,
  refundNo: 'R1',
  orderId: 7,
  attemptId: 1,
  purpose: 'order',
  months: null,
  amountMinor: 690,
  currency: 'CNY',
  reason: 'no "face"',
  state: 'pending',
  provider: 'wechat',
  providerRefundId: null,
  requestedAt: fakeNow,
  finishedAt: null,
  failureCode: null,
  settledBy: null,
  providerDoneAt: null,
  doneBeforeDoubt: null,
  retriedAt: null,
  lastError: 'bank says: secret',
};

async function fetched(order: Partial<Order>, changes: Partial<OrderView> = {}) {
  const { app, fake } = testApp();
  fake.script({ fetchOrder: async () => fakeView(order, changes) });
  const answer = await app.inject(post('/v1/fetch_order', { order_no: 'ORDER1' }));
  await app.close();
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

describe('the details of an order on the wire', () => {
  const none = {
    ...{ order_no: 'ORDER1', color: null, size: null, document: null },
    ...{ width: null, height: null, unit: null, dpi: null, kb_min: null, kb_max: null },
    ...{
      crop_only: null,
      correct: null,
      cut_strokes: null,
      colour: null,
      enlarge: null,
      num: null,
      result_until: null,
    },
  };
  for (const [functName, details, expected] of [
    ['mark_order_yiCunZhao', { path: 'uploads/x', color: 'red' }, { color: 'red', size: 'one_inch' }],
    [
      'mark_order_id_photo',
      { path: 'uploads/x', color: 'white', size: 'us_visa', correct: 1 },
      { color: 'white', size: 'us_visa', correct: 1 },
    ],
    [
      'mark_order_id_photo',
      { path: 'uploads/x', width: 35, height: 45, unit: 'mm', dpi: 600, kb_max: 200, crop_only: 1 },
      { width: 35, height: 45, unit: 'mm', dpi: 600, kb_max: 200, crop_only: 1 },
    ],
    ['mark_order_id_photo', { path: 'uploads/x', document: 'us_passport' }, { document: 'us_passport' }],
    ['mark_order_zhaopianshangse', { path: 'uploads/x' }, {}],
    ['mark_order_photo_restore', { path: 'uploads/x', colour: 1, enlarge: 0 }, { colour: 1, enlarge: 0 }],
    ['mark_order_vip', { num: 3 }, { num: 3 }],
  ] as const) {
    it(`of ${functName} are the customer’s choices, without the path of the photo`, async () => {
      const { app, fake } = testApp();
      const view = fakeView({ functName, details });
      fake.script({ fetchOrder: async () => view, myOrders: async () => [view] });
      const one = (await app.inject(post('/v1/order_details', { order_no: 'ORDER1' }))).json();
      const page = (await app.inject(post('/v1/my_orders'))).json();
      await app.close();
      assert.deepEqual(one, { ...none, ...expected });
      assert.deepEqual(page.details, [one]);
    });
  }

  for (const [resultFile, resultUntil] of [
    ['a', '2026-11-09 09:30:00'],
    [null, null],
  ] as const) {
    it(`name the time when the service deletes the result as ${resultUntil} if the file is ${resultFile}`, async () => {
      const { app, fake } = testApp();
      const kept = { resultFile, resultUntil: fakeNow + 7 * 24 * 60 * 60_000 };
      const view = fakeView({ deal: { status: 'done', finishedAt: fakeNow, ...kept } });
      fake.script({ fetchOrder: async () => view });
      const details = (await app.inject(post('/v1/order_details', { order_no: 'ORDER1' }))).json();
      await app.close();
      assert.equal(details.result_until, resultUntil);
    });
  }
});

describe('an order on the wire', () => {
  it('has exactly the 13 fields of the specification, in the order of the specification; fields without a value are null', async () => {
    const order = await fetched({});
    assert.deepEqual(Object.keys(order), orderFields);
    assert.deepEqual(order, {
      id: 7,
      user_id: 3,
      goods_id: 2,
      from_user_id: null,
      create_time: '2026-11-02 09:30:00',
      pay_time: null,
      status: 'wait_pay',
      order_no: 'ORDER1',
      price: 690,
      pay_ext_refund_data: null,
      deal_status: 'init',
      funct_name: 'mark_order_yiCunZhao',
      deal_result: null,
    });
  });

  it('contains the pay time if the order is paid, the inviter, and the URL of the result', async () => {
    const resultUrl = 'http://127.0.0.1:8080/files/a?expires=1&signature=x';
    const order = await fetched(
      {
        fromUserId: 44,
        money: { status: 'pay', paidAt: fakeNow + 61_000, attemptId: 1 },
        deal: { status: 'done', finishedAt: fakeNow, resultFile: 'a', resultUntil: fakeNow },
      },
      { resultUrl },
    );
    assert.deepEqual(Object.keys(order), orderFields);
    assert.equal(order.from_user_id, 44);
    assert.equal(order.pay_time, '2026-11-02 09:31:01');
    assert.equal(order.status, 'pay');
    assert.equal(order.deal_status, 'done');
    assert.equal(order.deal_result, resultUrl);
  });

  it('has the status `cancal` and no pay time if the order was cancelled', async () => {
    const order = await fetched({ money: { status: 'cancal', cancelledAt: fakeNow, cancelledBy: 'expiry' } });
    assert.equal(order.status, 'cancal');
    assert.equal(order.pay_time, null);
  });

  it('contains a refund with exactly the documented fields, and no field that is only for operators', async () => {
    const money = { status: 'wait_refund', paidAt: fakeNow, attemptId: 1, refundNo: 'R1' } as const;
    const deal = { status: 'fail', finishedAt: fakeNow, reason: 'no_face' } as const;
    const order = await fetched({ money, deal }, { refund, failReason: 'No face.' });
    assert.deepEqual(Object.keys(order), orderFields);
    assert.equal(order.pay_time, '2026-11-02 09:30:00');
    assert.deepEqual(order.pay_ext_refund_data, {
      refund_no: 'R1',
      amount: 690,
      currency: 'CNY',
      reason: 'no "face"',
      reason_code: null,
      state: 'pending',
      settled: false,
      failure_code: null,
      provider: 'wechat',
      provider_refund_id: null,
      requested_at: '2026-11-02 09:30:00',
      finished_at: null,
    });
  });
});

describe('the code of a refund’s reason', () => {
  const money = { status: 'wait_refund', paidAt: fakeNow, attemptId: 1, refundNo: 'R1' } as const;
  const failedBecause = (reason: string) => ({ status: 'fail', finishedAt: fakeNow, reason }) as const;
  async function reasonCode(deal: Order['deal'], reason: string): Promise<unknown> {
    const order = await fetched({ money, deal }, { refund: { ...refund, reason } });
    return order.pay_ext_refund_data.reason_code;
  }

  for (const reason of Object.keys(failSentences)) {
    it(`is ${reason} when the work failed for this reason`, async () =>
      assert.equal(await reasonCode(failedBecause(reason), failSentence(reason)), reason));
  }

  it('is `other` when the work failed for a reason without a sentence of its own', async () =>
    assert.equal(await reasonCode(failedBecause('cosmic_ray'), failSentence('cosmic_ray')), 'other'));

  it('is null when an operator refunded an order whose work had failed, and wrote a reason', async () =>
    assert.equal(await reasonCode(failedBecause('withdrawn'), 'The customer called.'), null));

  it('is null when the work did not fail', async () =>
    assert.equal(await reasonCode({ status: 'init' }, failSentence('no_face')), null));
});
