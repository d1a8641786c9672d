/**
 * Requests a refund. One transaction writes the refund and the job that carries it out. If the refund returns the
 * order's own price, the transaction also writes the order's new state.
 */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { Order } from '../../domain/order.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { Act } from '../act.ts';
import { revokeMembership } from '../members/revoke-membership.ts';
import { newRefundNo } from '../public-ids.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import { refundPaymentJob } from './refund-payment-job.ts';

/**
 * Refunds an order's price. The caller holds the order's lock and has decided that a refund is allowed.
 * @throws AppError `illegal_transition` when the order's state does not allow a refund.
 */
export async function requestRefund(act: Act, order: Order, reason: string): Promise<Order> {
  if (order.money.status !== 'pay' || order.money.attemptId === null) {
    throw new Error(`order ${order.orderNo} has no payment to refund`);
  }
  const attempt = await act.tx.payments.byId(order.money.attemptId);
  if (attempt === undefined) throw new Error(`order ${order.orderNo} names a payment that does not exist`);
  const { refundNo } = await insertRefund(act, attempt, 'order', attempt.currency, reason);
  const at = act.clock.now();
  const next = await advanceOrder(act, order, { type: 'refund_requested', at, refundNo, reason });
  // The order's picture is no longer needed. If the job is running already, its result is refused at the commit.
  await act.tx.jobs.cancel('process_order', order.orderNo);
  if (findGoodKind(order.functName)?.work === 'membership') await revokeMembership(act, order);
  return next;
}

/** Refunds a payment that must not be kept: it came late, another attempt won, or the amount is not the price. */
export async function refundSurplus(
  act: Act,
  order: Order,
  attempt: PaymentAttempt,
  currency: string,
  reason: string,
): Promise<void> {
  const refund = await insertRefund(act, attempt, 'surplus', currency, reason);
  await addWebhook(act, 'refund.requested', order, {
    refund_no: refund.refundNo,
    refund_amount: refund.amountMinor,
    refund_purpose: refund.purpose,
  });
}

async function insertRefund(
  act: Act,
  attempt: PaymentAttempt,
  purpose: Refund['purpose'],
  currency: string,
  reason: string,
): Promise<Refund> {
  if (attempt.receivedMinor === null) throw new Error(`attempt ${attempt.paymentNo} received nothing`);
  const now = act.clock.now();
  const refund = await act.tx.refunds.insert({
    refundNo: newRefundNo(now, act.random),
    orderId: attempt.orderId,
    attemptId: attempt.id,
    purpose,
    amountMinor: attempt.receivedMinor,
    currency,
    reason,
    state: 'requested',
    provider: attempt.provider,
    providerRefundId: null,
    requestedAt: now,
    finishedAt: null,
    lastError: null,
    failureCode: null,
  });
  await refundPaymentJob.enqueue(act, refund.refundNo, {});
  return refund;
}
