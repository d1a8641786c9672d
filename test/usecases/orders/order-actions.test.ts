/** What an operator may do to an order, by its state and their role; and cancelling, which needs nobody else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Money } from '../../../src/domain/order.ts';
import { createdOrder } from '../../../src/domain/order.ts';
import { cancelOrder } from '../../../src/usecases/orders/cancel-order.ts';
import { actionsOf, type OrderFacts } from '../../../src/usecases/orders/order-actions.ts';
import { newOrder } from '../../domain/order-samples.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { assertSound, openShop } from '../../support/shop.ts';

const paid: Money = { status: 'pay', paidAt: 1, attemptId: 4 };
const anna = { name: 'anna', role: 'support' } as const;

const above = (refundApprovalAboveMinor: number | null) => ({ refundApprovalAboveMinor });

function facts(money: Money, more: Partial<OrderFacts> = {}): OrderFacts {
  const order = { ...createdOrder(1, newOrder()), money };
  return { order, refunds: [], jobs: [], approval: null, resendable: 0, ...more };
}

const approval = {
  id: 1,
  orderId: 1,
  orderNo: newOrder().orderNo,
  amountMinor: 990,
  currency: 'CNY',
  reason: 'Broken.',
  requestedBy: 'anna',
  requestedAt: 1,
  state: 'pending',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
} as const;

test('an unpaid order can be cancelled and nothing else, and not by a viewer', () => {
  assert.deepEqual(actionsOf(facts({ status: 'wait_pay' }), anna, above(null)), ['cancel']);
  assert.deepEqual(actionsOf(facts({ status: 'wait_pay' }), { name: 'bo', role: 'viewer' }, above(null)), []);
});

test('a refund needs a second operator above the amount, not at it', () => {
  assert.deepEqual(actionsOf(facts(paid), anna, above(null)), ['refund']);
  assert.deepEqual(actionsOf(facts(paid), anna, above(990)), ['refund']);
  assert.deepEqual(actionsOf(facts(paid), anna, above(989)), ['request_refund']);
});

test('a free order holds no money that could be given back', () => {
  assert.deepEqual(actionsOf(facts({ ...paid, attemptId: null }), anna, above(0)), []);
});

test('whoever asked for a refund may withdraw it; another operator may also confirm it', () => {
  assert.deepEqual(actionsOf(facts(paid, { approval }), anna, above(0)), ['reject_refund']);
  const bo = { name: 'bo', role: 'support' } as const;
  assert.deepEqual(actionsOf(facts(paid, { approval }), bo, above(0)), ['confirm_refund', 'reject_refund']);
});

test('a request that the order has overtaken can only be rejected', () => {
  const money = { status: 'wait_refund', paidAt: 1, attemptId: 4, refundNo: 'R1' } as const;
  const bo = { name: 'bo', role: 'owner' } as const;
  assert.deepEqual(actionsOf(facts(money, { approval }), bo, above(0)), ['reject_refund']);
});

test('an event is sent again only where there is one and an address for it', () => {
  assert.deepEqual(
    actionsOf(facts({ status: 'cancal', cancelledAt: 1, cancelledBy: 'expiry' }), anna, above(null)),
    [],
  );
  assert.deepEqual(actionsOf(facts(paid, { resendable: 1 }), anna, above(null)), ['refund', 'resend_event']);
});

test('cancelling is noted with its reason, and the order’s own history names the operator', async () => {
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

test('what was not done is not noted: a paid order, an unknown one, a viewer', async () => {
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
