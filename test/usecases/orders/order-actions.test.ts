/** The actions that the console offers for an order, by its state and the operator's role. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Money } from '../../../src/domain/order.ts';
import { createdOrder } from '../../../src/domain/order.ts';
import type { Refund } from '../../../src/domain/payment-state.ts';
import { actionsOf, type OrderFacts } from '../../../src/usecases/orders/order-actions.ts';
import { newOrder } from '../../domain/order-samples.ts';
import { newAttempt, newRefund } from '../../store/contract/fixtures.ts';

const paid: Money = { status: 'pay', paidAt: 1, attemptId: 4 };
const anna = { name: 'anna', role: 'support' } as const;

const above = (refundApprovalAboveMinor: number | null) => ({ refundApprovalAboveMinor });

function facts(money: Money, more: Partial<OrderFacts> = {}): OrderFacts {
  const order = { ...createdOrder(1, newOrder()), money };
  return {
    order,
    refunds: [],
    jobs: [],
    approval: null,
    isIndependent: true,
    monthRefunds: { refundedBefore: 0, offers: [] },
    resendable: 0,
    ...more,
  };
}

const approval = {
  id: 1,
  orderId: 1,
  orderNo: newOrder().orderNo,
  amountMinor: 990,
  months: null,
  settledRefundNo: null,
  currency: 'CNY',
  reason: 'Broken.',
  requestedBy: 'anna',
  requestedAt: 1,
  state: 'pending',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
} as const;

test('the only action that operators have on an unpaid order is to cancel it, and a viewer has no action', () => {
  assert.deepEqual(actionsOf(facts({ status: 'wait_pay' }), anna, above(null)), ['cancel']);
  assert.deepEqual(actionsOf(facts({ status: 'wait_pay' }), { name: 'bo', role: 'viewer' }, above(null)), []);
});

test('a refund above the configured amount needs a second operator, and a refund of exactly that amount does not', () => {
  assert.deepEqual(actionsOf(facts(paid), anna, above(null)), ['refund']);
  assert.deepEqual(actionsOf(facts(paid), anna, above(990)), ['refund']);
  assert.deepEqual(actionsOf(facts(paid), anna, above(989)), ['request_refund']);
});

test('a free order has no refund action', () => {
  assert.deepEqual(actionsOf(facts({ ...paid, attemptId: null }), anna, above(0)), []);
});

test('the operator who requested a refund can only reject the request; another operator can also confirm it', () => {
  assert.deepEqual(actionsOf(facts(paid, { approval }), anna, above(0)), ['reject_refund']);
  const bo = { name: 'bo', role: 'support' } as const;
  assert.deepEqual(actionsOf(facts(paid, { approval }), bo, above(0)), ['confirm_refund', 'reject_refund']);
});

test('a refund request for an order that is being refunded already can only be rejected', () => {
  const money = { status: 'wait_refund', paidAt: 1, attemptId: 4, refundNo: 'R1' } as const;
  const bo = { name: 'bo', role: 'owner' } as const;
  assert.deepEqual(actionsOf(facts(money, { approval }), bo, above(0)), ['reject_refund']);
});

test('a failed refund whose settlement waits for a second operator cannot be retried, and another failed refund can', () => {
  const money = { status: 'wait_refund', paidAt: 1, attemptId: 4, refundNo: 'R1' } as const;
  const settling = { approval: { ...approval, settledRefundNo: 'R1' } };
  const failed: Refund = {
    ...newRefund({ ...newAttempt(1), id: 4 }, { refundNo: 'R1', state: 'failed' }),
    id: 1,
  };
  const actions = (...refunds: OrderFacts['refunds']) =>
    actionsOf(facts(money, { ...settling, refunds }), anna, above(0));
  assert.deepEqual(actions(failed), ['reject_refund']);
  assert.deepEqual(actions(failed, { ...failed, refundNo: 'R2', purpose: 'surplus' }), [
    'reject_refund',
    'retry',
  ]);
});

test('an operator who is not independent of the requester can only reject the request', () => {
  const bo = { name: 'bo', role: 'owner' } as const;
  const both = { approval, isIndependent: false };
  assert.deepEqual(actionsOf(facts(paid, both), bo, above(0)), ['reject_refund']);
});

test('months can be refunded only while the order has months to refund and no refund waits for approval', () => {
  const monthRefunds = {
    refundedBefore: 0,
    offers: [{ months: 1, amountMinor: 300, needsApproval: false }],
  };
  assert.deepEqual(actionsOf(facts(paid, { monthRefunds }), anna, above(null)), ['refund', 'refund_months']);
  assert.deepEqual(actionsOf(facts(paid, { monthRefunds, approval }), anna, above(0)), ['reject_refund']);
  const viewer = { name: 'vic', role: 'viewer' } as const;
  assert.deepEqual(actionsOf(facts(paid, { monthRefunds }), viewer, above(null)), []);
});

test('an event can be resent only if the order has an event to resend', () => {
  assert.deepEqual(
    actionsOf(facts({ status: 'cancal', cancelledAt: 1, cancelledBy: 'expiry' }), anna, above(null)),
    [],
  );
  assert.deepEqual(actionsOf(facts(paid, { resendable: 1 }), anna, above(null)), ['refund', 'resend_event']);
});
