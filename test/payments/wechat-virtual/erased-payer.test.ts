/** Money that arrives for an order after its customer was erased. WeChat refunds it only with the customer's openid. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleRefund } from '../../../src/usecases/refunds/settle-refund.ts';
import { eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { operator } from '../../support/shop.ts';
import type { FakeOrder } from './fake-xpay.ts';
import { callerOf, customers, openVirtualWorld, startPayment, type VirtualWorld } from './virtual-world.ts';

const [alice] = customers;
const secure = { format: 'json', mode: 'secure' } as const;

interface ErasedOrder {
  readonly orderNo: string;
  readonly payment: FakeOrder;
}

/** The customer opens a payment sheet, cancels the order and is erased. The sheet stays open. */
async function eraseWithSheet(world: VirtualWorld, isApple = false): Promise<ErasedOrder> {
  const { shop, fake } = world;
  const caller = callerOf(world, alice);
  const orderNo = await shop.placeVip(1, caller);
  await startPayment(world, orderNo, alice);
  const { clientData } = world.sheets.at(-1) ?? assert.fail();
  const payment = fake.xpay.requestVirtualPayment(alice, clientData, false, isApple);
  await shop.service.cancelOrder(caller, orderNo, 'r');
  await shop.drain();
  assert.ok(caller.kind === 'user');
  await eraseUser(shop.deps, operator, caller.userId);
  assert.equal(await payerIdOf(world, orderNo), null);
  return { orderNo, payment };
}

async function payerIdOf({ shop }: VirtualWorld, orderNo: string): Promise<string | null | undefined> {
  return (await shop.attempts(orderNo))[0]?.payerId;
}

/** The customer pays in the open sheet, and WeChat's push arrives. */
async function payLate({ shop, fake }: VirtualWorld, { payment }: ErasedOrder): Promise<void> {
  fake.xpay.settle(payment, payment.fee);
  await shop.notify(fake.pushPayment(payment), 'wechat_virtual');
  await shop.drain();
}

test('a late payment of an erased customer is refunded with the openid of WeChat’s push, which is deleted when the refund is done', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop, fake } = world;
  const erased = await eraseWithSheet(world);
  erased.payment.course = 'pending';
  await payLate(world, erased);
  const [refund] = await shop.refunds(erased.orderNo);
  assert.equal(refund?.state, 'pending');
  assert.equal(await payerIdOf(world, erased.orderNo), alice);
  fake.xpay.finish(fake.xpay.refunds.get(refund.refundNo) ?? assert.fail(), 'done');
  await shop.settle();
  assert.equal((await shop.refunds(erased.orderNo))[0]?.state, 'done');
  assert.equal(fake.xpay.returnedMinor(erased.payment.orderNo), erased.payment.fee);
  assert.equal(await payerIdOf(world, erased.orderNo), null);
});

test('if the refund of such a payment fails, the openid stays for a retry, and is deleted when an operator settles the refund', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop } = world;
  const erased = await eraseWithSheet(world, true);
  await payLate(world, erased);
  const [refund] = await shop.refunds(erased.orderNo);
  assert.deepEqual([refund?.state, refund?.failureCode], ['failed', 'app_store_only']);
  assert.equal(await payerIdOf(world, erased.orderNo), alice);
  await settleRefund(shop.deps, operator, erased.orderNo, {
    refundNo: refund?.refundNo ?? '',
    reason: 'Paid in cash.',
  });
  assert.equal(await payerIdOf(world, erased.orderNo), null);
});

test('the openid of a customer who was not erased stays after a refund, because the reconciliation queries with it', async () => {
  await using world = await openVirtualWorld(secure);
  const { shop, fake } = world;
  const orderNo = await shop.placeVip(1, callerOf(world, alice));
  await startPayment(world, orderNo, alice);
  const { clientData } = world.sheets.at(-1) ?? assert.fail();
  await payLate(world, { orderNo, payment: fake.xpay.requestVirtualPayment(alice, clientData, false) });
  await shop.refund(orderNo, operator);
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/done');
  assert.equal(await payerIdOf(world, orderNo), alice);
});
