/** Cancelling unpaid orders: who can, the payments at the providers, and the audit entry. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../../../src/usecases/orders/cancel-order.ts';
import { code, reason } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { anonymous, assertSound, openShop, operator, source } from '../../support/shop.ts';

test('customers and operators can cancel an unpaid order, and the order records who cancelled it', async () => {
  await using shop = await openShop();
  const [one, two] = [await shop.placeVip(), await shop.placeVip()];
  assert.equal((await shop.service.cancelOrder(anonymous, one, 'r')).order.money.status, 'cancal');
  await shop.service.cancelOrder(operator, two, 'r');
  assert.deepEqual((await shop.order(one)).money, {
    status: 'cancal',
    cancelledAt: shop.clock.now(),
    cancelledBy: 'customer',
  });
  const { money } = await shop.order(two);
  assert.equal(money.status === 'cancal' && money.cancelledBy, 'operator');
});

test('a paid order, and an order that another actor cancelled, cannot be cancelled', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await assert.rejects(shop.service.cancelOrder(anonymous, orderNo, 'r'), reason('order_not_unpaid'));
  const other = await shop.placeVip();
  await shop.service.cancelOrder(anonymous, other, 'r');
  await assert.rejects(shop.service.cancelOrder(operator, other, 'r'), reason('order_not_unpaid'));
});

test('an operator who repeats a cancellation adds no second audit entry', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.service.cancelOrder(operator, orderNo, 'r1');
  await shop.service.cancelOrder(operator, orderNo, 'r2');
  assert.equal((await auditLog(shop)).length, 1);
});

test('another user’s order cannot be cancelled and looks like an unknown order', async () => {
  await using shop = await openShop();
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  const orderNo = await shop.placeVip(1, alice);
  const bob = await shop.service.identify({ bearer: 'subject bob' }, source);
  for (const caller of [anonymous, bob, { kind: 'guest', userId: 1 } as const]) {
    await assert.rejects(shop.service.cancelOrder(caller, orderNo, 'r'), code('unknown_order'));
  }
});

test('cancelling an order closes its payment at the provider', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  assert.deepEqual(shop.bank.payments.get(await shop.lastPaymentNo(orderNo))?.report, { state: 'closed' });
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
});

test('payments at other providers are closed although one provider does not respond', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.startPayment(orderNo, 'other');
  shop.bank.mode = 'down';
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  assert.deepEqual(
    (await shop.attempts(orderNo)).map(({ state }) => state),
    ['open', 'closed'],
  );
  shop.bank.mode = 'up';
  await shop.settle();
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
});

test('a cancellation in the console has an audit entry with its reason, and the order’s history names the operator', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await cancelOrder(deps, operatorOf('support'), orderNo, 'Ordered twice.', 'r1');
  const order = await shop.order(orderNo);
  assert.equal(order.money.status, 'cancal');
  const history = await shop.store.read.orders.history(order.id);
  assert.deepEqual(history.at(-1)?.actor, { kind: 'operator', name: 'anna' });
  const [entry, ...others] = await auditLog(shop);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [entry?.action, entry?.targetId, entry?.reason, entry?.address, entry?.before, entry?.after],
    ['order_cancelled', orderNo, 'Ordered twice.', '192.0.2.7', { status: 'wait_pay' }, { status: 'cancal' }],
  );
  await assertSound(shop);
});

test('a refused cancellation adds no audit entry', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await assert.rejects(cancelOrder(deps, operatorOf('viewer'), orderNo, null, 'r1'), code('forbidden'));
  await assert.rejects(cancelOrder(deps, operatorOf('owner'), 'X', null, 'r1'), code('unknown_order'));
  await shop.pay(orderNo);
  await assert.rejects(
    cancelOrder(deps, operatorOf('owner'), orderNo, null, 'r1'),
    code('illegal_transition'),
  );
  assert.deepEqual(await auditLog(shop), []);
});
