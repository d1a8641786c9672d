import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CustomerFailureCode,
  customerFailureCode,
  refundFailureCodes,
} from '../../../src/domain/refund-failures.ts';
import { openShop, operator } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

async function failureCodeOf(code: (typeof refundFailureCodes)[number]): Promise<unknown> {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const orderNo = await shop.paidColourise();
  Object.assign(shop.bank, { refundPlan: 'failed', refundFailure: code });
  await shop.refund(orderNo);
  await shop.drain();
  const answer = await web.call('fetch_order', { order_no: orderNo });
  const refund = answer.json().pay_ext_refund_data;
  assert.equal(refund.state, 'failed');
  return refund.failure_code;
}

const advice: readonly [(typeof refundFailureCodes)[number], CustomerFailureCode][] = [
  ['app_store_only', 'app_store_only'],
  ['payment_closed', 'not_refundable'],
  ['too_late', 'not_refundable'],
  ['insufficient_balance', 'delayed'],
];

for (const [code, expected] of advice) {
  test(`if a refund failed as ${code}, fetch_order returns the failure code ${expected}`, async () => {
    assert.equal(await failureCodeOf(code), expected);
  });
}

test('a refund that has not failed has no failure code, and no failure code reveals a trouble of the merchant’s account', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const { orderNo } = await shop.pendingRefund();
  const answer = await web.call('fetch_order', { order_no: orderNo });
  assert.equal(answer.json().pay_ext_refund_data.failure_code, null);
  const codes = new Set<string>(refundFailureCodes.map(customerFailureCode));
  assert.deepEqual([...codes].sort(), ['app_store_only', 'delayed', 'not_refundable']);
});

for (const [code, expected] of [
  ['app_store_only', 'refund_app_store_only'],
  ['too_late', 'refund_shop_only'],
] as const) {
  test(`if a refund failed as ${code}, refund_order answers every customer with the reason ${expected} and changes nothing`, async () => {
    await using shop = await openShop();
    Object.assign(shop.bank, { refundPlan: 'failed', refundFailure: code });
    const [own, ofShop] = [await shop.paidColourise(), await shop.paidColourise()];
    await shop.refund(own);
    await shop.refund(own);
    await shop.refund(ofShop, operator);
    await shop.drain();
    const { orderNo: cancelled, paymentNo } = await shop.openedColourise();
    await shop.service.cancelOrder(operator, cancelled, 'request-of-cancellation');
    await shop.notify(shop.bank.pay(paymentNo));
    await shop.drain();
    const calls = shop.bank.calls.length;
    for (const orderNo of [own, ofShop, cancelled]) {
      await assert.rejects(shop.refund(orderNo), { code: 'illegal_transition', reason: expected });
      await shop.drain();
      assert.deepEqual(
        (await shop.refunds(orderNo)).map(({ state }) => state),
        ['failed'],
      );
    }
    assert.equal(shop.bank.calls.length, calls);
  });
}
