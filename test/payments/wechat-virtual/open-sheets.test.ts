/** Customers who have WeChat's payment sheet open when their order expires or is cancelled. WeChat cannot close it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeOrder } from './fake-xpay.ts';
import {
  assertFinished,
  callerOf,
  customers,
  finishAll,
  openVirtualWorld,
  startPayment,
  type VirtualWorld,
} from './virtual-world.ts';

const minuteMs = 60_000;
const [alice] = customers;
const secure = { format: 'json', mode: 'secure' } as const;

interface OpenSheet {
  readonly orderNo: string;
  /** The payment at WeChat. */
  readonly payment: FakeOrder;
}

/** The customer orders a month, and opens the payment sheet without paying yet. */
async function openSheet(world: VirtualWorld, isApple = false): Promise<OpenSheet> {
  const { shop, fake } = world;
  const orderNo = await shop.placeVip(1, callerOf(world, alice));
  world.orders.push(orderNo);
  await startPayment(world, orderNo, alice);
  const { clientData } = world.sheets.at(-1) ?? assert.fail();
  return { orderNo, payment: fake.xpay.requestVirtualPayment(alice, clientData, false, isApple) };
}

/** The customer pays in the open sheet, and WeChat's push arrives. */
async function payInSheet({ shop, fake }: VirtualWorld, { payment }: OpenSheet): Promise<void> {
  fake.xpay.settle(payment, payment.fee);
  await shop.notify(fake.pushPayment(payment), 'wechat_virtual');
  await shop.drain();
}

test('an order waits ten minutes after its expiry for a customer who has the payment sheet open, and a payment on iOS in this time pays the order', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop } = world;
  const sheet = await openSheet(world, true);
  shop.clock.advance(40 * minuteMs - 1);
  await shop.drain();
  assert.equal(await shop.state(sheet.orderNo), 'wait_pay/init');
  await payInSheet(world, sheet);
  assert.equal(await shop.state(sheet.orderNo), 'pay/done');
  assert.deepEqual(await shop.refunds(sheet.orderNo), []);
});

test('an order whose customer only has the payment data waits ten minutes after its expiry too, then it expires', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop } = world;
  const orderNo = await shop.placeVip(1, callerOf(world, alice));
  await startPayment(world, orderNo, alice);
  shop.clock.advance(40 * minuteMs - 1);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.clock.advance(15_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.deepEqual(
    (await shop.attempts(orderNo)).map(({ state }) => state),
    ['closed'],
  );
  const message = 'order expired although a payment could not be closed';
  assert.ok(!shop.log.lines.some((line) => line.message === message));
});

test('money that arrives after the ten minutes is refunded', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop } = world;
  const sheet = await openSheet(world);
  shop.clock.advance(41 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(sheet.orderNo), 'cancal/init');
  await payInSheet(world, sheet);
  await finishAll(world);
  assert.equal((await shop.refunds(sheet.orderNo))[0]?.state, 'done');
  await assertFinished(world);
});

test('a cancellation by the customer closes the payment at once, although the payment sheet may be open', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop } = world;
  const sheet = await openSheet(world);
  await shop.service.cancelOrder(callerOf(world, alice), sheet.orderNo, 'r');
  await shop.drain();
  assert.equal(await shop.state(sheet.orderNo), 'cancal/init');
  assert.equal((await shop.attempts(sheet.orderNo))[0]?.state, 'closed');
  await payInSheet(world, sheet);
  await finishAll(world);
  assert.equal((await shop.refunds(sheet.orderNo))[0]?.state, 'done');
  await assertFinished(world);
});
