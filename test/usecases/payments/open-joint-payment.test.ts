/** Opening joint payments: one payment at the provider for several orders. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PaymentRefused } from '../../../src/usecases/ports/payment-provider.ts';
import { code, reason } from '../../support/app-error.ts';
import { colourise, openShop } from '../../support/shop.ts';
import { attemptStates, opened, place, states } from './joint-orders.ts';

test('opening a joint payment asks the provider once for the sum of the prices, until the first order expires', async () => {
  await using shop = await openShop();
  const first = await shop.placeColourise();
  shop.clock.advance(60_000);
  const second = await shop.placeVip(2);
  const start = await shop.startJointPayment([second, first, second]);
  const number = await shop.lastPaymentNo(first);
  assert.equal(await shop.lastPaymentNo(second), number);
  assert.deepEqual(start, { kind: 'opened', clientData: { url: `https://bank.test/${number}` } });
  const orders = [await shop.order(first), await shop.order(second)];
  const { request } = shop.bank.payments.get(number) ?? assert.fail();
  assert.equal(
    request.amountMinor,
    orders.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
  );
  assert.equal(request.title, '照片上色 +1');
  assert.equal(request.quantity, 1);
  assert.equal(request.expiresAt, orders[0]?.expiresAt);
  assert.equal(request.returnUrl, 'https://shop.test/?orders');
  assert.deepEqual(shop.bank.calls, ['open']);
  const shares = (await Promise.all([first, second].map((no) => shop.attempts(no)))).flat();
  assert.deepEqual(
    shares.map(({ amountMinor, jointMinor, state }) => [amountMinor, jointMinor, state]),
    orders.map(({ priceMinor }) => [priceMinor, request.amountMinor, 'open']),
  );
});

test('opening a joint payment names one good only once in the title', async () => {
  await using shop = await openShop();
  const { number } = await opened(shop);
  assert.equal(shop.bank.payments.get(number)?.request.title, '照片上色 ×3');
});

test('opening a joint payment returns the open payment again for the same orders in any sequence, and opens another for other orders', async () => {
  await using shop = await openShop();
  const { orders, number } = await opened(shop);
  await shop.startJointPayment(orders.toReversed());
  assert.equal(await shop.lastPaymentNo(orders[0] ?? ''), number);
  await shop.startJointPayment(orders.slice(1));
  assert.equal(await shop.lastPaymentNo(orders[0] ?? ''), number);
  assert.notEqual(await shop.lastPaymentNo(orders[1] ?? ''), number);
  await shop.startPayment(orders[0] ?? '');
  assert.notEqual(await shop.lastPaymentNo(orders[0] ?? ''), number);
  assert.equal(shop.bank.payments.size, 3);
});

test('a joint payment of one order is an ordinary payment', async () => {
  await using shop = await openShop();
  const [orderNo = ''] = await place(shop, 1);
  await shop.startJointPayment([orderNo]);
  const [attempt] = await shop.attempts(orderNo);
  assert.equal(attempt?.jointNo, null);
  assert.equal(attempt?.jointMinor, null);
});

test('opening a joint payment is refused for an unknown or paid order, and then changes nothing', async () => {
  await using shop = await openShop();
  const orders = await place(shop, 2);
  await assert.rejects(shop.startJointPayment([...orders, 'X']), code('unknown_order'));
  const paid = await shop.paidColourise();
  const withPaid = shop.startJointPayment([paid, ...orders]);
  await assert.rejects(withPaid, reason('order_not_payable', /^Order 1 of 3: /));
  assert.deepEqual(await attemptStates(shop, orders), [[], []]);
});

test('opening a joint payment is refused at a provider that takes one order only', async () => {
  await using shop = await openShop();
  Object.assign(shop.bank, { oneOrderOnly: true });
  const orders = await place(shop, 2);
  await assert.rejects(shop.startJointPayment(orders), code('invalid_parameters'));
  await shop.startPayment(orders[0] ?? '');
});

test('opening a joint payment pays free orders at once and asks the provider for the others', async () => {
  await using shop = await openShop();
  shop.sql('update goods set price_minor = 0 where id = ?', colourise.goodsId);
  const free = await shop.placeColourise();
  const priced = await shop.placeVip();
  await shop.startJointPayment([free, priced]);
  assert.deepEqual(await states(shop, [free, priced]), ['pay/init', 'wait_pay/init']);
  assert.equal((await shop.attempts(priced))[0]?.jointNo, null);
  assert.deepEqual(await shop.startJointPayment([free]), { kind: 'free' });
});

test('a joint payment that the provider refuses closes the attempts of all orders', async () => {
  await using shop = await openShop();
  const orders = await place(shop, 2);
  Object.assign(shop.bank, { open: () => Promise.reject(new PaymentRefused('no')) });
  await assert.rejects(shop.startJointPayment(orders), code('payment_provider_failed'));
  assert.deepEqual(await attemptStates(shop, orders), [['closed'], ['closed']]);
});

test('a joint payment whose opening does not reach the provider is opened again under the same number', async () => {
  await using shop = await openShop();
  const orders = await place(shop, 2);
  shop.bank.mode = 'down';
  await assert.rejects(shop.startJointPayment(orders), code('payment_provider_failed'));
  assert.deepEqual(await attemptStates(shop, orders), [['opening'], ['opening']]);
  shop.bank.mode = 'up';
  await shop.startJointPayment(orders);
  assert.deepEqual(await attemptStates(shop, orders), [['open'], ['open']]);
  assert.equal(shop.bank.payments.size, 1);
});
