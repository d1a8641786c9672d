/** Tests of orders in a shop with Stripe: expiry, lost answers and slow methods, through the real use cases. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { operator } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';
import { apiKey, webhookSecret } from './fake-stripe.ts';
import { openStripeShop } from './stripe-shop.ts';

const minuteMs = 60_000;

async function paidOrder({ shop, stripe }: Awaited<ReturnType<typeof openStripeShop>>) {
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.notify(stripe.pay(paymentNo).notification, 'stripe');
  await shop.drain();
  return { orderNo, paymentNo };
}

test('when an order expires before its session does, the service closes the session at Stripe, so it cannot be paid any more', async () => {
  await using world = await openStripeShop({ orderExpiryMs: 10 * minuteMs });
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const session = stripe.sessionOf(await shop.lastPaymentNo(orderNo));
  shop.clock.advance(11 * minuteMs);
  await shop.drain();
  await shop.drain();
  assert.ok(stripe.books.seconds() < session.expires_at);
  assert.equal(session.status, 'expired');
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.throws(() => stripe.pay(session.metadata.payment_no ?? ''));
});

test('an order that lives longer than a session gets a new session when the customer pays later', async () => {
  await using world = await openStripeShop({ orderExpiryMs: 48 * 60 * minuteMs });
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.clock.advance(30 * 60 * minuteMs);
  await shop.drain();
  await shop.startPayment(orderNo);
  assert.equal(stripe.books.sessions.size, 2);
  await shop.notify(stripe.pay(await shop.lastPaymentNo(orderNo)).notification, 'stripe');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
});

test('if the answer to the opening of a payment was lost and the customer pays nevertheless, the order becomes paid', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  stripe.faults.push('500 after');
  await assert.rejects(
    shop.startPayment(orderNo),
    (error) => error instanceof AppError && error.code === 'payment_provider_failed',
  );
  stripe.pay(await shop.lastPaymentNo(orderNo));
  shop.clock.advance(minuteMs);
  await shop.drain();
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
});

test('money that arrives by a slow method after the order was cancelled is returned', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.notify(stripe.startSlowPayment(paymentNo).notification, 'stripe');
  await shop.service.cancelOrder(operator, orderNo, 'r');
  await shop.drain();
  shop.clock.advance(3 * 24 * 60 * minuteMs);
  await shop.notify(stripe.endSlowPayment(paymentNo, 'paid').notification, 'stripe');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.deepEqual(
    (await shop.refunds(orderNo)).map(({ purpose, state }) => [purpose, state]),
    [['surplus', 'done']],
  );
  assert.deepEqual(stripe.books.book(), new Map([['CNY', { takenMinor: 990, returnedMinor: 990 }]]));
});

test('a payment that was refunded in the Dashboard before the service knew of it does not pay the order', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const paymentNo = await shop.lastPaymentNo(orderNo);
  const paid = stripe.pay(paymentNo);
  const intent = stripe.books.intents.get(stripe.sessionOf(paymentNo).intentId ?? '') ?? assert.fail();
  stripe.books.addRefund(intent, intent.amount, {});
  await shop.notify(stripe.deliver(paid), 'stripe');
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.deepEqual(await shop.refunds(orderNo), []);
  assert.deepEqual((await shop.audit()).problems, []);
});

test('a notification that Stripe does not confirm yet is answered with 503, and is no error of the service', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  await using web = shopApp(shop);
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const paid = stripe.pay(await shop.lastPaymentNo(orderNo));
  const notify = () => {
    const { headers, body } = stripe.deliver(paid);
    const payload = Buffer.from(body);
    return web.app.inject({ method: 'POST', url: '/v1/pay_notify/stripe', headers: { ...headers }, payload });
  };
  stripe.faults.push('500 before');
  const refused = await notify();
  assert.equal(refused.statusCode, 503, refused.body);
  assert.equal(refused.headers['retry-after'], '5');
  assert.deepEqual(
    shop.log.lines.filter(({ level }) => level === 'error'),
    [],
  );
  assert.equal((await notify()).statusCode, 200);
  assert.equal(await shop.state(orderNo), 'pay/init');
});

test('a dispute whose events are lost is found within half an hour, its end too, and an event that arrives later changes nothing', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const { orderNo, paymentNo } = await paidOrder(world);
  shop.clock.advance(60 * 24 * 60 * minuteMs);
  const event = stripe.openDispute(paymentNo, 'fraudulent');
  const [dispute = assert.fail()] = stripe.books.disputes.values();
  const { id } = await shop.order(orderNo);
  const disputes = async () =>
    (await shop.store.read.disputes.ofOrder(id)).map(({ disputeNo, state }) => [disputeNo, state]);
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.deepEqual(await disputes(), [[dispute.id, 'open']]);
  dispute.status = 'lost';
  shop.clock.advance(90 * 24 * 60 * minuteMs);
  await shop.drain();
  assert.deepEqual(await disputes(), [[dispute.id, 'lost']]);
  await shop.notify(stripe.deliver(event), 'stripe');
  const sent = (await shop.store.read.webhooks.ofOrder(id)).filter(({ type }) => type === 'payment.disputed');
  assert.equal(sent.length, 2);
});

test('the end of a dispute that is older than those that the service lists is found within half an hour, although its event is lost', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.notify(stripe.pay(paymentNo).notification, 'stripe');
  await shop.notify(stripe.openDispute(paymentNo, 'fraudulent').notification, 'stripe');
  await shop.drain();
  const [dispute = assert.fail()] = stripe.books.disputes.values();
  const { id } = await shop.order(orderNo);
  shop.clock.advance(150 * 24 * 60 * minuteMs);
  await shop.drain();
  assert.equal((await shop.store.read.disputes.ofOrder(id))[0]?.state, 'open');
  dispute.status = 'won';
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.equal((await shop.store.read.disputes.ofOrder(id))[0]?.state, 'won');
});

test('a lost dispute that is appealed is open again, and an inquiry that was closed and becomes a dispute, too', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.notify(stripe.pay(paymentNo).notification, 'stripe');
  stripe.openDispute(paymentNo, 'fraudulent');
  const [dispute = assert.fail()] = stripe.books.disputes.values();
  const { id } = await shop.order(orderNo);
  const changes: string[] = [];
  for (const status of ['warning_closed', 'needs_response', 'lost', 'appeal_needs_response', 'won']) {
    dispute.status = status;
    await shop.notify(stripe.send('charge.dispute.updated', dispute).notification, 'stripe');
    changes.push((await shop.store.read.disputes.ofOrder(id))[0]?.state ?? '');
  }
  assert.deepEqual(changes, ['closed', 'open', 'lost', 'open', 'won']);
});

test('no log line and no stored row contains the key or the webhook secret', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const orderNo = await shop.placeColourise();
  stripe.faults.push('500 before');
  await assert.rejects(shop.startPayment(orderNo));
  const other = await shop.placeVip();
  await shop.startPayment(other);
  await shop.notify(stripe.pay(await shop.lastPaymentNo(other)).notification, 'stripe');
  stripe.faults.push('500 before', '500 before', '500 before');
  await shop.refund(other, operator, 'r');
  await shop.settle();
  const lines = shop.log.lines.map(({ fields }) =>
    JSON.stringify(fields, (_, value: unknown) =>
      value instanceof Error
        ? { ...value, message: value.message, stack: value.stack, cause: value.cause }
        : value,
    ),
  );
  assert.ok(lines.some((line) => line.includes('Something went wrong')));
  const stored = JSON.stringify([await shop.refunds(other), shop.rows('SELECT last_error FROM jobs')]);
  for (const secret of [apiKey, webhookSecret]) {
    for (const text of [...lines, stored]) assert.ok(!text.includes(secret), text);
  }
});

test('a refund of a paid order that was made in the Dashboard is a difference that an operator must resolve', async () => {
  await using world = await openStripeShop();
  const { shop, stripe } = world;
  const { orderNo, paymentNo } = await paidOrder(world);
  const intent = stripe.books.intents.get(stripe.sessionOf(paymentNo).intentId ?? '');
  assert.ok(intent !== undefined);
  const refund = stripe.books.addRefund(intent, 990, {});
  for (let day = 0; day < 2; day++) {
    shop.clock.advance(24 * 60 * minuteMs);
    await shop.drain();
  }
  const differences = await shop.store.read.reconciliation.differences('open', Number.MAX_SAFE_INTEGER, 10);
  const { id } = await shop.order(orderNo);
  assert.deepEqual(
    differences.map(({ kind, type, number, orderId, remedy }) => [kind, type, number, orderId, remedy]),
    [['refund', 'unknown_to_us', refund.id, id, 'look']],
  );
});
