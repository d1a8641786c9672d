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
import { closeProblemWithRefund } from './close-problem-with-refund.ts';
import { endRefundApproval } from './end-approval.ts';
import { refundData } from './refund-data.ts';
import { refundPaymentJob } from './refund-payment-job.ts';

export interface RequestedRefund {
  /** The order after the request. */
  readonly order: Order;
  readonly refund: Refund;
}

/**
 * Requests the refund of an order's price, less the amounts of earlier partial refunds. The caller holds the order's
 * lock and has decided that a refund is allowed.
 * @throws AppError `illegal_transition` when the order's state does not allow a refund.
 */
export async function requestRefund(act: Act, order: Order, reason: string): Promise<RequestedRefund> {
  if (order.money.status !== 'pay' || order.money.attemptId === null) {
    throw new Error(`order ${order.orderNo} has no payment to refund`);
  }
  const attempt = await act.tx.payments.byId(order.money.attemptId);
  if (attempt === undefined) throw new Error(`order ${order.orderNo} names a payment that does not exist`);
  const partsMinor = partialMinor(await act.tx.refunds.ofOrder(order.id));
  const refund = await insertRefund(act, attempt, {
    purpose: 'order',
    months: null,
    amountMinor: receivedOf(attempt) - partsMinor,
    currency: attempt.currency,
    reason,
  });
  const event = {
    type: 'refund_requested',
    at: act.clock.now(),
    refundNo: refund.refundNo,
    reason,
  } as const;
  const next = await advanceOrder(act, order, event, refundData(refund));
  // Remove the job that makes the order's picture. If the job is already running, the order does not take its result.
  await act.tx.jobs.cancel('process_order', order.orderNo);
  await closeProblemWithRefund(act, next);
  await endRefundApproval(act, order);
  if (findGoodKind(order.functName)?.work === 'membership') await revokeMembership(act, order);
  return { order: next, refund };
}

/**
 * Refunds a payment that the shop must not keep, because it came after the cancellation, another attempt has paid the
 * order, or the amount is not the price.
 */
export async function refundSurplus(
  act: Act,
  order: Order,
  attempt: PaymentAttempt,
  currency: string,
  reason: string,
): Promise<void> {
  const amountMinor = receivedOf(attempt);
  const wanted = { purpose: 'surplus', months: null, amountMinor, currency, reason } as const;
  await addWebhook(act, 'refund.requested', order, refundData(await insertRefund(act, attempt, wanted)));
}

/** The sum of the partial refunds of an order. Failed refunds count too, because they are retried. */
export function partialMinor(refunds: readonly Refund[]): number {
  return refunds
    .filter(({ months }) => months !== null)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

function receivedOf({ receivedMinor, paymentNo }: PaymentAttempt): number {
  if (receivedMinor === null) throw new Error(`attempt ${paymentNo} received nothing`);
  return receivedMinor;
}

/** Writes a refund and its job. The caller holds the order's lock. */
export async function insertRefund(
  act: Act,
  attempt: PaymentAttempt,
  wanted: Pick<Refund, 'purpose' | 'months' | 'amountMinor' | 'currency' | 'reason'>,
): Promise<Refund> {
  const now = act.clock.now();
  const refund = await act.tx.refunds.insert({
    refundNo: newRefundNo(now, act.random),
    orderId: attempt.orderId,
    attemptId: attempt.id,
    ...wanted,
    state: 'requested',
    provider: attempt.provider,
    providerRefundId: null,
    requestedAt: now,
    finishedAt: null,
    lastError: null,
    failureCode: null,
    settledBy: null,
    providerDoneAt: null,
    doneBeforeDoubt: null,
    retriedAt: null,
  });
  await refundPaymentJob.enqueue(act, refund.refundNo, {});
  return refund;
}
