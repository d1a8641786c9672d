/** Payments for which the customer used a coupon of WeChat, and paid less than the price. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundMonths } from '../../../src/usecases/refunds/refund-months.ts';
import { operator } from '../../support/shop.ts';
import type { FakeOrder } from './fake-xpay.ts';
import { callerOf, customers, openVirtualWorld, startPayment, type VirtualWorld } from './virtual-world.ts';

const dayMs = 24 * 60 * 60_000;
const [alice] = customers;
const secure = { format: 'json', mode: 'secure' } as const;

/** The customer orders months, and pays `lessMinor` less than the price. */
async function payLess(
  world: VirtualWorld,
  lessMinor: number,
  couponMinor: number,
  months = 2,
): Promise<{ orderNo: string; order: FakeOrder }> {
  const { shop, fake } = world;
  const orderNo = await shop.placeVip(months, callerOf(world, alice));
  await startPayment(world, orderNo, alice);
  const sheet = world.sheets.at(-1) ?? assert.fail();
  const order = fake.xpay.requestVirtualPayment(alice, sheet.clientData, true);
  fake.xpay.settle(order, order.fee - lessMinor, couponMinor);
  await shop.notify(fake.pushPayment(order), 'wechat_virtual');
  await shop.drain();
  return { orderNo, order };
}

async function refundsAtWechat({ fake }: VirtualWorld, { orderNo }: FakeOrder) {
  return [...fake.xpay.refunds.values()]
    .filter(({ order, status }) => order.orderNo === orderNo && status === 'done')
    .map(({ fee }) => fee);
}

test('a payment with a coupon pays the order, its refunds return what the customer paid, and the books agree', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop, fake } = world;
  const whole = await payLess(world, 200, 200);
  const inParts = await payLess(world, 200, 200);
  assert.deepEqual(
    [await shop.state(whole.orderNo), await shop.state(inParts.orderNo)],
    ['pay/done', 'pay/done'],
  );
  const request = { months: 1, refundedBefore: 0, reason: 'Moves abroad.' };
  await refundMonths(shop.deps, operator, inParts.orderNo, request);
  await shop.drain();
  for (const { orderNo } of [whole, inParts]) await shop.refund(orderNo, operator);
  await shop.settle();
  assert.deepEqual(await refundsAtWechat(world, whole.order), [3780]);
  assert.deepEqual(await refundsAtWechat(world, inParts.order), [1990, 1790]);
  assert.deepEqual(fake.xpay.violations, []);
  for (const { orderNo } of [whole, inParts]) assert.equal(await shop.state(orderNo), 'refund/done');
  for (let day = 0; day < 3; day++) {
    shop.clock.advance(dayMs);
    await shop.drain();
  }
  assert.deepEqual(await shop.store.read.reconciliation.differences('open', null, 9), []);
});

test('the refund of a payment with a coupon returns the money once, even if WeChat’s answers are lost and its query does not show the refund', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop, fake } = world;
  const { orderNo, order } = await payLess(world, 200, 200);
  fake.xpay.rules.querySeesRefunds = false;
  fake.faults.push('none', 'none', 'drop after');
  await shop.refund(orderNo, operator);
  await shop.settle();
  fake.xpay.rules.querySeesRefunds = true;
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/done');
  assert.deepEqual(await refundsAtWechat(world, order), [3780]);
  assert.deepEqual(fake.xpay.violations, []);
});

test('each refund of a payment with a coupon is repeated with the same amount, even if WeChat’s answers are lost and its query does not show the refund', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop, fake } = world;
  const { orderNo, order } = await payLess(world, 1000, 1000, 3);
  const requests = [
    () => refundMonths(shop.deps, operator, orderNo, { months: 1, refundedBefore: 0, reason: 'Moves.' }),
    () => refundMonths(shop.deps, operator, orderNo, { months: 1, refundedBefore: 1, reason: 'Moves.' }),
    () => shop.refund(orderNo, operator),
  ];
  for (const request of requests) {
    fake.xpay.rules.querySeesRefunds = false;
    fake.faults.push('none', 'none', 'drop after');
    await request();
    await shop.settle();
    fake.xpay.rules.querySeesRefunds = true;
    await shop.settle();
  }
  assert.deepEqual(fake.xpay.violations, []);
  assert.deepEqual(await refundsAtWechat(world, order), [1990, 1990, 990]);
  assert.equal(await shop.state(orderNo), 'refund/done');
});

test('a payment of less than the price, which no coupon explains, does not pay the order and is refunded', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop } = world;
  for (const couponMinor of [0, 199, 201]) {
    const { orderNo, order } = await payLess(world, 200, couponMinor);
    await shop.settle();
    assert.notEqual((await shop.order(orderNo)).money.status, 'pay');
    assert.deepEqual(await refundsAtWechat(world, order), [3780]);
  }
});
