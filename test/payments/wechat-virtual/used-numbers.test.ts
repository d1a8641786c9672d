/** WeChat opens one payment sheet for each payment number, even if the customer closes the sheet without paying. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code, reason } from '../../support/app-error.ts';
import type { FakeOrder } from './fake-xpay.ts';
import {
  assertFinished,
  callerOf,
  customers,
  finishAll,
  openVirtualWorld,
  signIn,
  startPayment,
  type VirtualWorld,
} from './virtual-world.ts';

const [alice] = customers;
const secure = { format: 'json', mode: 'secure' } as const;

async function placeOrder(world: VirtualWorld): Promise<string> {
  const orderNo = await world.shop.placeVip(1, callerOf(world, alice));
  world.orders.push(orderNo);
  return orderNo;
}

/** The customer asks for the payment data and opens the payment sheet. */
async function openSheet(world: VirtualWorld, orderNo: string, isApple = false): Promise<FakeOrder> {
  await startPayment(world, orderNo, alice);
  const { clientData } = world.sheets.at(-1) ?? assert.fail();
  return world.fake.xpay.requestVirtualPayment(alice, clientData, false, isApple);
}

/** The customer pays in an open sheet, and WeChat's push arrives. */
async function payInSheet({ shop, fake }: VirtualWorld, payment: FakeOrder): Promise<void> {
  fake.xpay.settle(payment, payment.fee);
  await shop.notify(fake.pushPayment(payment), 'wechat_virtual');
  await shop.drain();
}

async function statesOf({ shop }: VirtualWorld, orderNo: string): Promise<string[]> {
  return (await shop.attempts(orderNo)).map(({ state }) => state);
}

test('a customer who closed the payment sheet and taps “Pay” again gets a new number and can pay', async () => {
  await using world = await openVirtualWorld(secure);
  const orderNo = await placeOrder(world);
  const closed = await openSheet(world, orderNo);
  const second = await openSheet(world, orderNo);
  assert.notEqual(second.orderNo, closed.orderNo);
  assert.deepEqual(await statesOf(world, orderNo), ['closed', 'open']);
  await payInSheet(world, second);
  assert.equal(await world.shop.state(orderNo), 'pay/done');
  await finishAll(world);
  await assertFinished(world);
});

test('a customer whose session had ended gets the same number again, because WeChat opened no sheet with it', async () => {
  await using world = await openVirtualWorld(secure);
  const orderNo = await placeOrder(world);
  await startPayment(world, orderNo, alice);
  await signIn(world, alice, 'second');
  await payInSheet(world, await openSheet(world, orderNo));
  assert.equal(await world.shop.state(orderNo), 'pay/done');
  assert.deepEqual(await statesOf(world, orderNo), ['won']);
});

test('two calls at the same moment after a closed sheet return one new number', async () => {
  await using world = await openVirtualWorld(secure);
  const orderNo = await placeOrder(world);
  await openSheet(world, orderNo);
  await Promise.all([startPayment(world, orderNo, alice), startPayment(world, orderNo, alice)]);
  assert.deepEqual(await statesOf(world, orderNo), ['closed', 'open']);
});

test('if the customer has paid but the push is lost, a second tap on “Pay” finds the payment and opens no other', async () => {
  await using world = await openVirtualWorld(secure);
  const orderNo = await placeOrder(world);
  const payment = await openSheet(world, orderNo);
  world.fake.xpay.settle(payment, payment.fee);
  await assert.rejects(startPayment(world, orderNo, alice), reason('order_not_payable'));
  assert.deepEqual(await statesOf(world, orderNo), ['won']);
  await finishAll(world);
  await assertFinished(world);
});

test('if the customer pays in two sheets, the first payment pays the order and the second is refunded', async () => {
  await using world = await openVirtualWorld(secure);
  const orderNo = await placeOrder(world);
  const [first, second] = [await openSheet(world, orderNo), await openSheet(world, orderNo)];
  for (const payment of [second, first]) await payInSheet(world, payment);
  await finishAll(world);
  assert.deepEqual(await statesOf(world, orderNo), ['surplus', 'won']);
  assert.equal(world.fake.xpay.returnedMinor(first.orderNo), first.fee);
  await assertFinished(world);
});

test('a payment on iOS in the sheet of the earlier number pays the order, and the later number is given up', async () => {
  await using world = await openVirtualWorld(secure);
  const orderNo = await placeOrder(world);
  const first = await openSheet(world, orderNo, true);
  await openSheet(world, orderNo, true);
  await payInSheet(world, first);
  assert.equal(await world.shop.state(orderNo), 'pay/done');
  assert.deepEqual(await statesOf(world, orderNo), ['won', 'closed']);
  assert.deepEqual(await world.shop.refunds(orderNo), []);
});

test('while WeChat does not respond, a second tap on “Pay” fails and changes nothing', async () => {
  await using world = await openVirtualWorld(secure);
  const orderNo = await placeOrder(world);
  const first = await openSheet(world, orderNo);
  world.fake.setting.always = 'drop before';
  await assert.rejects(startPayment(world, orderNo, alice), code('payment_provider_failed'));
  assert.deepEqual(await statesOf(world, orderNo), ['open']);
  world.fake.setting.always = 'none';
  await payInSheet(world, first);
  assert.equal(await world.shop.state(orderNo), 'pay/done');
});
