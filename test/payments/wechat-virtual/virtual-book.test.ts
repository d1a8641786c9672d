/**
 * Reconciliation with WeChat's own books of virtual payment, which the service reads by a query of each payment and
 * refund.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, formatDay } from '../../../src/domain/civil-day.ts';
import { timeZone } from '../../../src/domain/zoned-time.ts';
import { fetchBillAgain } from '../../../src/usecases/reconciliation/fetch-bill-again.ts';
import { eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { operator } from '../../support/shop.ts';
import type { FakeOrder } from './fake-xpay.ts';
import { callerOf, customers, openVirtualWorld, startPayment, type VirtualWorld } from './virtual-world.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const [alice, bob] = customers;
const beijing = timeZone('Asia/Shanghai');
const secure = { format: 'json', mode: 'secure' } as const;

/** The customer pays a new order. @param isPushed whether WeChat's push arrives. */
async function pay(
  world: VirtualWorld,
  isPushed = true,
  customer: string = alice,
): Promise<{ orderNo: string; order: FakeOrder }> {
  const { shop, fake } = world;
  const orderNo = await shop.placeVip(1, callerOf(world, customer));
  await startPayment(world, orderNo, customer);
  const sheet = world.sheets.at(-1) ?? assert.fail();
  const order = fake.xpay.requestVirtualPayment(customer, sheet.clientData, true);
  if (isPushed) await shop.notify(fake.pushPayment(order), 'wechat_virtual');
  return { orderNo, order };
}

/** Lets `days` days pass, with the reconciliation of each of them. */
async function passDays({ shop }: VirtualWorld, days = 3): Promise<void> {
  for (let day = 0; day < days; day++) {
    shop.clock.advance(dayMs);
    await shop.drain();
  }
}

async function found({ shop }: VirtualWorld) {
  const open = await shop.store.read.reconciliation.differences('open', null, 99);
  return open.map(({ type, kind, number, remedy }) => [type, kind, number, remedy]);
}

test('the reconciliation of a day on which WeChat and the service agree stores the sums and finds no difference', async () => {
  await using world = await openVirtualWorld(secure);
  await passDays(world);
  const { orderNo } = await pay(world);
  const refunded = await pay(world);
  await world.shop.service.refundOrder(operator, refunded.orderNo, null, 'r');
  await world.shop.drain();
  assert.equal(await world.shop.state(orderNo), 'pay/done');
  assert.equal(await world.shop.state(refunded.orderNo), 'refund/done');
  const day = dayOf(world.shop.clock.now(), beijing);
  await passDays(world);
  assert.deepEqual(await found(world), []);
  const { reconciliation } = world.shop.store.read;
  assert.equal((await reconciliation.dayOf('wechat_virtual', day))?.state, 'compared');
  const [total, ...others] = await reconciliation.totals(day, day);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(total, {
    payments: 2,
    paymentsMinor: 3980,
    refunds: 1,
    refundsMinor: 1990,
    feeMinor: null,
  });
});

test('a payment whose push was lost, and which queries did not show, is found as a difference whose remedy is a refund', async () => {
  await using world = await openVirtualWorld(secure);
  world.fake.xpay.rules.querySeesPayments = false;
  const { orderNo, order } = await pay(world, false);
  await world.shop.settle();
  assert.equal(await world.shop.state(orderNo), 'cancal/init');
  world.fake.xpay.rules.querySeesPayments = true;
  const day = dayOf(world.shop.clock.now(), beijing);
  await passDays(world, 5);
  assert.deepEqual(await found(world), [['state', 'payment', order.orderNo, 'refund_payment']]);
  const totals = await world.shop.store.read.reconciliation.totals(day, day + 5);
  assert.deepEqual(
    totals.map((total) => [total.day, total.payments]),
    [[day, 1]],
  );
});

test('a payment with another amount, a payment unknown to WeChat and a refund that WeChat undid are found as differences, and no others', async () => {
  await using world = await openVirtualWorld(secure);
  await passDays(world);
  const sound = await pay(world);
  const cheaper = await pay(world);
  const unknown = await pay(world);
  const undone = await pay(world);
  await world.shop.service.refundOrder(operator, undone.orderNo, null, 'r');
  await world.shop.drain();
  const [refund] = await world.shop.refunds(undone.orderNo);
  assert.equal(refund?.state, 'done');
  cheaper.order.paidFee -= 1;
  world.fake.xpay.orders.delete(unknown.order.orderNo);
  const undoneRefund = world.fake.xpay.refunds.get(refund.refundNo) ?? assert.fail();
  undoneRefund.status = 'failed';
  await passDays(world);
  assert.deepEqual((await found(world)).sort(), [
    ['amount', 'payment', cheaper.order.orderNo, 'look'],
    ['state', 'refund', refund.refundNo, 'retry_refund'],
    ['unknown_to_provider', 'payment', unknown.order.orderNo, 'look'],
  ]);
  assert.equal(await world.shop.state(sound.orderNo), 'pay/done');
});

test('after the erasure of a customer, the payments of other customers are still reconciled', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop, fake } = world;
  await passDays(world);
  const day = dayOf(shop.clock.now(), beijing);
  const before = await pay(world, true, bob);
  await shop.service.refundOrder(operator, before.orderNo, null, 'r');
  await pay(world, true, bob);
  const unknown = await pay(world);
  await shop.drain();
  fake.xpay.orders.delete(unknown.order.orderNo);
  await eraseUser(shop.deps, operator, (await shop.order(before.orderNo)).userId);
  await passDays(world);
  const { reconciliation } = shop.store.read;
  assert.equal((await reconciliation.dayOf('wechat_virtual', day))?.state, 'compared');
  const expected = [['unknown_to_provider', 'payment', unknown.order.orderNo, 'look']];
  assert.deepEqual(await found(world), expected);
  assert.ok(shop.log.lines.some(({ message }) => message.includes('erased customers')));
});

test('the bill of a day that is fetched again after the erasure of a customer keeps the customer’s payment', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop } = world;
  await passDays(world);
  const now = shop.clock.now();
  const { orderNo } = await pay(world);
  await passDays(world);
  const sums = () => shop.store.read.reconciliation.totals(dayOf(now, beijing), dayOf(now, beijing));
  const before = await sums();
  assert.equal(before[0]?.payments, 1);
  await eraseUser(shop.deps, operator, (await shop.order(orderNo)).userId);
  await fetchBillAgain(shop.deps, operator, 'wechat_virtual', formatDay(dayOf(now, beijing)));
  await shop.drain();
  assert.deepEqual(await sums(), before);
  assert.deepEqual(await found(world), []);
});

test('while WeChat does not answer, the reconciliation of the day waits, and the service queries again each hour', async () => {
  await using world = await openVirtualWorld(secure);
  await pay(world);
  const day = dayOf(world.shop.clock.now(), beijing);
  const stateOf = async () =>
    (await world.shop.store.read.reconciliation.dayOf('wechat_virtual', day))?.state;
  world.fake.setting.always = 'error before';
  await passDays(world, 2);
  assert.equal(await stateOf(), 'waiting');
  world.fake.setting.always = 'none';
  world.shop.clock.advance(hourMs);
  await world.shop.drain();
  assert.equal(await stateOf(), 'compared');
});

test('a day is reconciled three hours after its end, and not earlier', async () => {
  await using world = await openVirtualWorld(secure);
  await pay(world);
  const now = world.shop.clock.now();
  const day = dayOf(now, beijing);
  const { reconciliation } = world.shop.store.read;
  const untilMidnight = dayMs - ((now + 8 * hourMs) % dayMs);
  world.shop.clock.advance(untilMidnight + 3 * hourMs - 1);
  await world.shop.drain();
  assert.equal((await reconciliation.dayOf('wechat_virtual', day))?.state, 'waiting');
  world.shop.clock.advance(hourMs + 1);
  await world.shop.drain();
  assert.equal((await reconciliation.dayOf('wechat_virtual', day))?.state, 'compared');
});
