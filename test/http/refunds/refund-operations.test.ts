/** The client API's `refund_order`: repeated calls, refusals, and the reason that it stores. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { assertSound, openShop, operator } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

test('a customer who repeats a refund gets the order before and after the refund is done, and one refund is made', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const orderNo = await shop.paidColourise();
  const again = await web.repeat('refund_order', { order_no: orderNo });
  assert.equal(again.statusCode, 200, again.body);
  assert.equal(again.json().status, 'wait_refund');
  await shop.drain();
  const later = await web.call('refund_order', { order_no: orderNo });
  assert.equal(later.statusCode, 200, later.body);
  assert.equal(later.json().status, 'refund');
  assert.equal(shop.bank.refunds.size, 1);
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid', 'refund_requested', 'refund_done']);
  await assertSound(shop);
});

test('a customer’s refund of an order that an operator refunded, or that was refunded automatically, is 409', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const byOperator = await shop.paidColourise();
  await shop.refund(byOperator, operator);
  const failed = await shop.paidColourise();
  shop.orderImages.plan = { refused: 'no_face' };
  await shop.drain();
  assert.equal(await shop.state(failed), 'refund/fail');
  for (const orderNo of [byOperator, failed]) {
    assertProblem(await web.call('refund_order', { order_no: orderNo }), 'illegal_transition');
  }
});

test('a reason is stored without control characters and without characters that change the text direction; a reason of only such characters counts as none', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const reasonAfter = async (reason: string) => {
    const answer = await web.call('refund_order', { order_no: await shop.paidColourise(), reason });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().pay_ext_refund_data.reason;
  };
  assert.equal(await reasonAfter('too\ndark\u0007 \u202E99.9\u202C'), 'too dark 99.9');
  assert.equal(await reasonAfter('\u202E\n'), await reasonAfter(''));
});

test('a reason has up to 200 characters, and a character of two UTF-16 code units, such as an emoji, counts as one', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const orderNo = await shop.paidColourise();
  const refund = (length: number) =>
    web.call('refund_order', { order_no: orderNo, reason: '\u{1F600}'.repeat(length) });
  assertProblem(await refund(201), 'invalid_parameters');
  const answer = await refund(200);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json().pay_ext_refund_data.reason, '\u{1F600}'.repeat(200));
});
