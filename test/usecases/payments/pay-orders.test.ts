/** Starting payments: one open attempt for each provider and channel, stored before the provider is called. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../../src/domain/language.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, assertSound, colourise, openShop, source } from '../../support/shop.ts';

test('a payment is opened at the provider with the order’s title, price, expiry and URLs', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const start = await shop.startPayment(orderNo);
  const paymentNo = await shop.lastPaymentNo(orderNo);
  assert.deepEqual(start, { kind: 'opened', clientData: { url: `https://bank.test/${paymentNo}` } });
  const order = await shop.order(orderNo);
  assert.deepEqual(shop.bank.payments.get(paymentNo)?.request, {
    paymentNo,
    orderNo,
    title: '照片上色',
    amountMinor: 990,
    currency: 'CNY',
    channel: 'checkout',
    goodId: order.goodsId,
    quantity: 1,
    payer: null,
    clientAddress: '203.0.113.7',
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    notifyUrl: 'https://shop.test/index.php/v1/pay_notify/sandbox',
    returnUrl: `https://shop.test/?order_no=${orderNo}`,
  });
  assert.deepEqual(
    (await shop.attempts(orderNo)).map(({ state }) => state),
    ['open'],
  );
});

test('a payment shows the good in the customer’s language, and keeps this title when it is opened again', async () => {
  await using shop = await openShop();
  shop.bank.clientDataMs = () => 60_000;
  const orderNo = await shop.placeColourise();
  const payIn = (language: Language | null) =>
    shop.service.payOrders({
      caller: anonymous,
      orderNos: [orderNo],
      provider: undefined,
      channel: undefined,
      language,
      clientAddress: '203.0.113.7',
      requestId: shop.requestId(),
    });
  const title = async () => shop.bank.payments.get(await shop.lastPaymentNo(orderNo))?.request.title;
  await payIn('en');
  assert.equal(await title(), 'Photo colourisation');
  shop.clock.advance(60_000);
  await payIn('zh');
  assert.equal(shop.bank.calls.filter((call) => call === 'open').length, 2);
  assert.equal(await title(), 'Photo colourisation');
  assert.equal((await shop.attempts(orderNo)).length, 1);
});

test('a free order is paid at once without a call to a provider', async () => {
  await using shop = await openShop();
  shop.sql('update goods set price_minor = 0 where id = ?', colourise.goodsId);
  const orderNo = await shop.placeColourise();
  assert.deepEqual(await shop.startPayment(orderNo), { kind: 'free' });
  assert.equal(await shop.state(orderNo), 'pay/init');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(shop.bank.calls, []);
  await assertSound(shop);
});

test('a repeated call for a free order has the same response, and the order is paid once', async () => {
  await using shop = await openShop();
  shop.sql('update goods set price_minor = 0 where id = ?', colourise.goodsId);
  const orderNo = await shop.placeColourise();
  assert.deepEqual(await shop.startPayment(orderNo), { kind: 'free' });
  assert.deepEqual(await shop.startPayment(orderNo), { kind: 'free' });
  await shop.drain();
  assert.deepEqual(await shop.startPayment(orderNo), { kind: 'free' });
  assert.equal((await shop.events(orderNo)).filter((type) => type === 'paid').length, 1);
  await assertSound(shop);
});

test('a failed free order stays failed and cannot be refunded', async () => {
  await using shop = await openShop();
  shop.sql('update goods set price_minor = 0');
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.orderImages.plan = { refused: 'no_face' };
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/fail');
  await assert.rejects(shop.service.refundOrder(anonymous, orderNo, null, 'r'), code('illegal_transition'));
  await assertSound(shop);
});

test('a second tap on “Pay” returns the open attempt', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const first = await shop.startPayment(orderNo);
  assert.deepEqual(await shop.startPayment(orderNo), first);
  assert.equal((await shop.attempts(orderNo)).length, 1);
});

test('“Pay” opens the same payment again when the provider’s data for the client can no longer be used', async () => {
  await using shop = await openShop();
  shop.bank.clientDataMs = () => 60_000;
  const { orderNo, paymentNo } = await shop.openedColourise();
  const opened = () => shop.bank.calls.filter((call) => call === 'open').length;
  shop.clock.advance(59_999);
  await shop.startPayment(orderNo);
  assert.equal(opened(), 1);
  shop.clock.advance(1);
  const again = await shop.startPayment(orderNo);
  assert.deepEqual(again, { kind: 'opened', clientData: { url: `https://bank.test/${paymentNo}` } });
  assert.equal(opened(), 2);
  assert.equal((await shop.attempts(orderNo)).length, 1);
  assert.deepEqual(shop.bank.violations, []);
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('two taps on “Pay” at the same moment open one payment', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const [one, two] = await Promise.all([shop.startPayment(orderNo), shop.startPayment(orderNo)]);
  assert.deepEqual(one, two);
  assert.equal((await shop.attempts(orderNo)).length, 1);
  assert.deepEqual(shop.bank.violations, []);
});

test('attempts at several channels and providers can be open, and when one is paid the others are closed', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.startPayment(orderNo, 'sandbox', 'app');
  await shop.startPayment(orderNo, 'other');
  assert.deepEqual(
    (await shop.attempts(orderNo)).map(({ provider, channel }) => `${provider}/${channel}`),
    ['sandbox/checkout', 'sandbox/app', 'other/checkout'],
  );
  await shop.notify(shop.bank.pay(await shop.paymentNo(orderNo, 1)));
  await shop.drain();
  assert.deepEqual(
    (await shop.attempts(orderNo)).map(({ state }) => state),
    ['closed', 'won', 'closed'],
  );
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('an unknown provider and an unknown channel are refused with a pointer to the parameter', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await assert.rejects(shop.startPayment(orderNo, 'cheque'), code('invalid_parameters', '/provider'));
  await assert.rejects(shop.startPayment(orderNo, 'sandbox', 'fax'), code('invalid_parameters', '/channel'));
  assert.deepEqual(await shop.attempts(orderNo), []);
});

test('a caller who cannot see an order cannot pay it', async () => {
  await using shop = await openShop();
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  const orderNo = await shop.placeColourise(alice);
  await assert.rejects(shop.startPayment(orderNo), code('unknown_order'));
  await assert.rejects(shop.startPayment('0'.repeat(28)), code('unknown_order'));
});

test('after an error of the provider, a second tap on “Pay” within a minute opens the same payment', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  for (const mode of ['down', 'mute'] as const) {
    shop.bank.mode = mode;
    await assert.rejects(shop.startPayment(orderNo), code('payment_provider_failed'));
  }
  shop.bank.mode = 'up';
  await shop.startPayment(orderNo);
  assert.equal((await shop.attempts(orderNo)).length, 1);
  assert.equal(shop.bank.payments.size, 1);
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo)));
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a minute after the provider did not respond to the opening of a payment, the customer can pay by a new attempt', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  shop.bank.mode = 'mute';
  await assert.rejects(shop.startPayment(orderNo), code('payment_provider_failed'));
  shop.bank.mode = 'up';
  shop.clock.advance(60_000);
  await shop.startPayment(orderNo);
  assert.equal((await shop.attempts(orderNo)).length, 2);
  // The customer paid the attempt for which the provider's response was lost. The provider’s report decides.
  shop.bank.pay(await shop.paymentNo(orderNo, 0));
  await shop.drain();
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'won');
  await shop.settle();
  assert.equal((await shop.attempts(orderNo))[1]?.state, 'closed');
  await assertSound(shop);
});

test('payment attempts above the configured number are refused', async () => {
  await using shop = await openShop({ settings: { paymentAttemptsMax: 2 } });
  const orderNo = await shop.placeColourise();
  for (const _ of [1, 2]) {
    await shop.startPayment(orderNo);
    await shop.notify(shop.bank.decline(await shop.lastPaymentNo(orderNo)));
  }
  await assert.rejects(shop.startPayment(orderNo), code('illegal_transition'));
});

test('a paid, cancelled or expired order cannot be paid', async () => {
  await using shop = await openShop();
  const [paid, cancelled, expired] = [await shop.placeVip(), await shop.placeVip(), await shop.placeVip()];
  await shop.pay(paid);
  await shop.service.cancelOrder(anonymous, cancelled, 'r');
  await assert.rejects(shop.startPayment(paid), code('illegal_transition'));
  await assert.rejects(shop.startPayment(cancelled), code('illegal_transition'));
  // The order has expired, but the expiry job has not cancelled it yet.
  shop.clock.advance(30 * 60_000);
  await assert.rejects(shop.startPayment(expired), code('illegal_transition'));
});

test('if an order is cancelled while its payment is opened, the call is refused and the payment is closed', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const { open } = shop.bank;
  shop.bank.open = async (request) => {
    await shop.service.cancelOrder(anonymous, orderNo, 'r');
    // The provider receives the close call before the open call.
    await shop.drain();
    return open(request);
  };
  await assert.rejects(shop.startPayment(orderNo), code('illegal_transition'));
  assert.deepEqual(shop.bank.payments.get(await shop.lastPaymentNo(orderNo))?.report, { state: 'open' });
  await shop.settle();
  assert.deepEqual(shop.bank.payments.get(await shop.lastPaymentNo(orderNo))?.report, { state: 'closed' });
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
});

test('a payment that arrives while its order is cancelled is refunded automatically', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const { open } = shop.bank;
  shop.bank.open = async (request) => {
    const opened = await open(request);
    await shop.service.cancelOrder(anonymous, orderNo, 'r');
    shop.bank.pay(request.paymentNo);
    return opened;
  };
  await assert.rejects(shop.startPayment(orderNo), code('illegal_transition'));
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.deepEqual(
    (await shop.refunds(orderNo)).map(({ purpose, state, amountMinor }) => [purpose, state, amountMinor]),
    [['surplus', 'done', 990]],
  );
  await assertSound(shop);
});

test('a payment notification that arrives before the provider’s response to the opening pays the order once', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  const { open } = shop.bank;
  shop.bank.open = async (request) => {
    const opened = await open(request);
    await shop.notify(shop.bank.pay(request.paymentNo));
    return opened;
  };
  assert.equal((await shop.startPayment(orderNo)).kind, 'opened');
  assert.equal(await shop.state(orderNo), 'pay/init');
  await assertSound(shop);
});
