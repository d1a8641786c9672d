/**
 * Payments whose page no customer has opened, with the real use cases. Alipay does not know such a payment, yet a
 * customer can open and pay it at any time until it expires, and the notification can be lost.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reason } from '../../support/app-error.ts';
import { anonymous } from '../../support/shop.ts';
import { type AlipayWorld, assertFinished, openAlipayWorld, startPayment, visit } from './alipay-world.ts';
import { fromBeijing } from './fake-times.ts';

const minuteMs = 60_000;

/** Places an order and starts its payment. The customer does not open the page. */
async function unopened(world: AlipayWorld): Promise<{ orderNo: string; paymentNo: string; link: string }> {
  const orderNo = await world.shop.placeVip();
  world.orders.push(orderNo);
  await startPayment(world, orderNo, 'page');
  return { orderNo, paymentNo: await world.shop.lastPaymentNo(orderNo), link: world.links.at(-1) ?? '' };
}

function failedJobs({ shop }: AlipayWorld): number {
  return shop.log.lines.filter(({ level, message }) => level === 'error' && message === 'job attempt').length;
}

test('a customer who opens the page after several queries pays the order', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const { orderNo, paymentNo, link } = await unopened(world);
  for (let minute = 0; minute < 20; minute++) {
    shop.clock.advance(minuteMs);
    await shop.drain();
  }
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'open');
  await visit(world, link);
  fake.pay(paymentNo);
  shop.clock.advance(5 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertFinished(world);
});

test('an order whose payment page is never opened expires, and its attempt is closed without a failed job', async () => {
  await using world = await openAlipayWorld();
  const { shop } = world;
  const { orderNo, link } = await unopened(world);
  shop.clock.advance(31 * minuteMs);
  await shop.drain();
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
  assert.equal(failedJobs(world), 0);
  await assert.rejects(world.fake.open(link));
  await assertFinished(world);
});

test('money for a cancelled order, paid on a link that was still valid, is refunded without a notification', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const { orderNo, paymentNo, link } = await unopened(world);
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'open');
  shop.clock.advance(10 * minuteMs);
  await visit(world, link);
  fake.pay(paymentNo);
  await shop.settle();
  assert.deepEqual(fake.book(), { takenMinor: 1990, returnedMinor: 1990 });
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'surplus');
  await assertFinished(world);
});

test('a payment whose page the customer opens after the order was cancelled is closed at Alipay before the customer pays', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const { orderNo, paymentNo, link } = await unopened(world);
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  await visit(world, link);
  shop.clock.advance(minuteMs);
  await shop.drain();
  assert.throws(() => fake.pay(paymentNo), /TRADE_CLOSED/);
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
  await assertFinished(world);
});

test('when an order is paid by QR code and later again on its page, the second payment is refunded', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const page = await unopened(world);
  await startPayment(world, page.orderNo, 'qr');
  const code = { paymentNo: await shop.lastPaymentNo(page.orderNo), link: world.links.at(-1) ?? '' };
  await visit(world, code.link);
  fake.pay(code.paymentNo);
  shop.clock.advance(minuteMs);
  await shop.drain();
  assert.equal(await shop.state(page.orderNo), 'pay/done');
  await visit(world, page.link);
  if (fake.byNo(page.paymentNo).status === 'WAIT_BUYER_PAY') fake.pay(page.paymentNo);
  await shop.settle();
  assert.deepEqual(fake.book(), { takenMinor: 3980, returnedMinor: 1990 });
  await assertFinished(world);
});

test('after two hours an order that can still be paid gets a new link', async () => {
  await using world = await openAlipayWorld({ orderExpiryMs: 24 * 60 * minuteMs });
  const { shop, fake } = world;
  const { orderNo, link } = await unopened(world);
  shop.clock.advance(121 * minuteMs);
  await shop.drain();
  await assert.rejects(fake.open(link));
  await startPayment(world, orderNo, 'page');
  await visit(world, world.links.at(-1) ?? '');
  fake.pay(await shop.lastPaymentNo(orderNo));
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertFinished(world);
});

test('a link that the customer gets shortly before the order expires can still be opened and paid', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const { orderNo, link } = await unopened(world);
  // At Alipay, the first link ends two minutes before the order.
  shop.clock.advance(28 * minuteMs);
  await assert.rejects(fake.open(link));
  await startPayment(world, orderNo, 'page');
  await fake.open(world.links.at(-1) ?? '');
  fake.pay(await shop.lastPaymentNo(orderNo));
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual((await shop.attempts(orderNo)).map(({ state }) => state).sort(), ['closed', 'won']);
  await assertFinished(world);
});

test('every link ends at Alipay a minute or more after the customer gets it; when this is not possible any more, the time to pay is over', async () => {
  await using world = await openAlipayWorld();
  const { shop, links } = world;
  const orderNo = await shop.placeVip();
  world.orders.push(orderNo);
  const { expiresAt } = await shop.order(orderNo);
  for (; shop.clock.now() < expiresAt; shop.clock.advance(10_000)) {
    if (expiresAt - shop.clock.now() < 80_000) {
      const late = startPayment(world, orderNo, 'page');
      await assert.rejects(late, reason('payment_time_over'));
      continue;
    }
    await startPayment(world, orderNo, 'page');
    const biz = JSON.parse(new URL(links.at(-1) ?? '').searchParams.get('biz_content') ?? '');
    const leftMs = fromBeijing(biz.time_expire) - shop.clock.now();
    assert.ok(leftMs >= minuteMs, `the link ends after ${leftMs} ms`);
  }
  assert.equal((await shop.attempts(orderNo)).length, 4);
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  await assertFinished(world);
});
