/**
 * Starts giving money back: the refund is written down together with the job that carries it out, and the
 * order (when it is the order's own money) says so. Nothing is said to be back before the provider says so.
 */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { Order } from '../../domain/order.ts';
import type { Actor } from '../../domain/order-events.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { withdrawMembership } from '../members/extend-membership.ts';
import { newRefundNo } from '../numbers.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { announceOutside } from '../webhooks/webhook-events.ts';

/** Calls that fail for lack of an answer before the operator has to look. With back-off, about a day. */
export const refundAttemptsMax = 20;

type RefundDeps = Pick<Deps, 'clock' | 'random' | 'settings'>;

/**
 * Gives an order's price back. The caller holds the order's lock and has decided that it may be.
 * @throws AppError `illegal_transition` where the table does not allow it.
 */
export async function requestRefund(
  deps: RefundDeps,
  tx: StoreTransaction,
  order: Order,
  reason: string,
  actor: Actor,
  requestId: string | null,
): Promise<Order> {
  if (order.money.status !== 'pay' || order.money.attemptId === null) {
    throw new Error(`order ${order.orderNo} holds no money`);
  }
  const attempt = await tx.attemptById(order.money.attemptId);
  if (attempt === undefined) throw new Error(`order ${order.orderNo} was paid by no attempt`);
  const refund = await insertRefund(deps, tx, attempt, 'order', attempt.currency, reason, requestId);
  const at = deps.clock.now();
  const next = await advanceOrder(
    deps,
    tx,
    order,
    { type: 'refund_requested', at, refundNo: refund.refundNo, reason },
    actor,
    requestId,
  );
  await tx.cancelJob('process_order', order.orderNo);
  if (findGoodKind(order.functName)?.work === 'membership') await withdrawMembership(deps, tx, order);
  return next;
}

/** Gives back money that must not be kept: it came late, lost to another attempt, or was not the price. */
export async function returnSurplus(
  deps: RefundDeps,
  tx: StoreTransaction,
  order: Order,
  attempt: PaymentAttempt,
  currency: string,
  reason: string,
  requestId: string | null,
): Promise<void> {
  const refund = await insertRefund(deps, tx, attempt, 'surplus', currency, reason, requestId);
  await announceOutside(deps, tx, 'refund.requested', order, requestId, {
    refund_no: refund.refundNo,
    refund_amount: refund.amountMinor,
    refund_purpose: refund.purpose,
  });
}

async function insertRefund(
  deps: RefundDeps,
  tx: StoreTransaction,
  attempt: PaymentAttempt,
  purpose: Refund['purpose'],
  currency: string,
  reason: string,
  requestId: string | null,
): Promise<Refund> {
  if (attempt.receivedMinor === null) throw new Error(`attempt ${attempt.paymentNo} received nothing`);
  const now = deps.clock.now();
  const refund = await tx.insertRefund({
    refundNo: newRefundNo(now, deps.random),
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
  });
  await enqueueRefund(deps, tx, refund.refundNo, requestId);
  return refund;
}

export async function enqueueRefund(
  deps: Pick<Deps, 'clock'>,
  tx: StoreTransaction,
  refundNo: string,
  requestId: string | null,
): Promise<void> {
  await tx.enqueue({
    kind: 'refund_payment',
    key: refundNo,
    payload: { refund_no: refundNo },
    priority: 5,
    runAt: deps.clock.now(),
    attemptsMax: refundAttemptsMax,
    requestId,
  });
  tx.announce({ kind: 'jobs_ready' });
}
