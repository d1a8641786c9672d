/**
 * Refunds an order at the request of a customer or an operator. Customers may request a refund before the
 * work has started or after it has failed; operators may do so at any time. Above the shop's limit, a second
 * operator must confirm an operator's request.
 */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { orderState } from '../../domain/order-state.ts';
import { isWholeRefund, type Refund } from '../../domain/payment-state.ts';
import { customerFailureCode } from '../../domain/refund-failures.ts';
import { type Act, type ActDeps, causedBy, perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { lockOrderFor } from '../callers/hold-caller.ts';
import { actorOf, hasCaused } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import { monthsRefunded, monthsRefundedMeanwhile } from './month-refund-offers.ts';
import { needsApproval } from './needs-approval.ts';
import { refundFacts } from './refund-facts.ts';
import { enqueueRetry } from './refund-payment-job.ts';
import { approvalPending, hasRequestedApproval, requestApproval } from './request-approval.ts';
import { partialMinor, requestRefund } from './request-refund.ts';
import { retryRefunds } from './retry-refunds.ts';

const customerReason = 'Requested by the customer.';
const operatorReason = 'Refunded by the shop.';

const wholeRefund = { months: null, settledRefundNo: null } as const;

/**
 * Retries the failed refunds of the order and of surplus payments that the caller may retry. Then requests the refund
 * of the order, unless the call has retried a refund of the order's price. If the order allows no refund by this caller,
 * the call is refused, and the retries of surplus payments remain; only for a cancelled order does the call succeed,
 * because the surplus payment is all the money of such an order. A repeated call is answered like the first: a call by
 * the actor who requested or retried the refund of the order changes nothing, unless that refund has failed and the actor
 * is a customer who cannot retry it.
 * @param refundedBefore how many months of the order were refunded before, as the caller saw it. Other months that were
 * refunded since then make the refund smaller. Null: the caller did not say.
 * @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (see `requireRefundable`; or the settlement of a
 * failed refund waits for a second operator; or `refundedBefore` is out of date).
 */
export async function refundOrder(
  deps: ActDeps,
  caller: Caller,
  orderNo: string,
  reason: string | null,
  requestId: string,
  refundedBefore: number | null = null,
): Promise<void> {
  requirePermission(caller, 'orders_refund');
  const obstacle = await perform(deps, { actor: system, requestId }, async (act) => {
    const order = await lockOrderFor(act.tx, caller, orderNo);
    return refundOrderIn(causedBy(act, actorOf(caller, order)), caller, order, reason, refundedBefore);
  });
  if (obstacle !== null) throw obstacle;
}

/**
 * Like `refundOrder`, within a transaction. The caller is the actor of the act and holds the order's lock.
 * @returns why the order itself is not refunded, if only refunds of surplus payments were retried; null otherwise.
 */
export async function refundOrderIn(
  act: Act,
  caller: Caller,
  order: Order,
  reason: string | null,
  refundedBefore: number | null = null,
): Promise<AppError | null> {
  const refunds = await act.tx.refunds.ofOrder(order.id);
  const failed = failedRefunds(refunds).filter((refund) => mayRetry(caller, refund));
  const retried = await retryFailed(act, caller, order, failed, reason);
  if (failedOrderRefunds(retried).length > 0) return null;
  const isSettling = failedOrderRefunds(failed).length > 0;
  if (isSettling && caller.kind === 'operator') throw approvalPending();
  if (isSettling) return null;
  const final = refunds.find((refund) => isFinalFailure(caller, order, refund));
  if (final !== undefined && retried.length === 0) throw finalFailure(final);
  if (await isRepeated(act, order)) return null;
  const obstacle = refundObstacle(caller, order);
  if (obstacle !== null && isOfCancelled(order, refunds, retried)) return null;
  if (obstacle !== null && retried.length > 0) return obstacle;
  if (obstacle !== null) throw obstacle;
  const text = reason ?? (caller.kind === 'operator' ? operatorReason : customerReason);
  if (caller.kind === 'operator') {
    if (await hasRequestedApproval(act, caller, order, wholeRefund)) return null;
    if (refundedBefore !== null && refundedBefore !== monthsRefunded(refunds)) {
      throw monthsRefundedMeanwhile();
    }
    if (needsApproval(order.priceMinor, act.settings)) {
      const amountMinor = order.priceMinor - partialMinor(refunds);
      await requestApproval(act, caller, order, { ...wholeRefund, amountMinor, reason: text });
      return null;
    }
  }
  const { order: after, refund } = await requestRefund(act, order, text);
  await recordAudit(act, caller, {
    action: 'refund_requested',
    ...refundFacts(order, after, refund, text),
  });
  return null;
}

/** Whether the call has retried the refund of a surplus payment of a cancelled order, or repeats such a call. */
function isOfCancelled({ money }: Order, refunds: readonly Refund[], retried: readonly Refund[]): boolean {
  if (money.status !== 'cancal') return false;
  return (
    retried.length > 0 || refunds.some(({ state, retriedAt }) => state !== 'failed' && retriedAt !== null)
  );
}

/**
 * A customer can retry a refund only if its failure may pass. If the provider will never make the refund, the shop
 * returns the money in another way, and a retry could return it a second time.
 */
function mayRetry(caller: Caller, { failureCode }: Refund): boolean {
  return caller.kind === 'operator' || customerFailureCode(failureCode) === 'delayed';
}

/**
 * Whether this failed refund is why the caller gets no money: the refund of the order, or for a cancelled order that of
 * a surplus payment, if the caller cannot retry it.
 */
function isFinalFailure(caller: Caller, order: Order, refund: Refund): boolean {
  const { status } = order.money;
  const isAsked =
    (status === 'wait_refund' && isWholeRefund(refund)) ||
    (status === 'cancal' && refund.purpose === 'surplus');
  return isAsked && refund.state === 'failed' && !mayRetry(caller, refund);
}

function finalFailure({ failureCode }: Refund): AppError {
  return customerFailureCode(failureCode) === 'app_store_only'
    ? new AppError(
        'illegal_transition',
        'Only the app store in which the order was paid can return this money. Please ask the app store.',
        { reason: 'refund_app_store_only' },
      )
    : new AppError(
        'illegal_transition',
        'The payment provider will not return this money. Please ask the shop to return it in another way.',
        { reason: 'refund_shop_only' },
      );
}

async function isRepeated({ tx, actor }: Act, order: Order): Promise<boolean> {
  const { status } = order.money;
  if (status !== 'wait_refund' && status !== 'refund') return false;
  return hasCaused(await tx.orders.history(order.id), actor, ['refund_requested', 'refund_retried']);
}

/** The failed refunds of an order, surplus payments included. */
export function failedRefunds(refunds: readonly Refund[]): Refund[] {
  return refunds.filter(({ state }) => state === 'failed');
}

/**
 * The failed refunds that return the order's price or a part of it. While such a refund has failed, no other refund of
 * the order can be requested. A failed refund of a surplus payment does not prevent one: it returns other money.
 */
export function failedOrderRefunds(refunds: readonly Refund[]): Refund[] {
  return failedRefunds(refunds).filter(({ purpose }) => purpose === 'order');
}

/** @throws AppError `illegal_transition`, see `refundObstacle`. */
export function requireRefundable(caller: Caller, order: Order): void {
  const obstacle = refundObstacle(caller, order);
  if (obstacle !== null) throw obstacle;
}

/**
 * @returns why the caller cannot request the refund: the order has no payment to refund, its refund is done or already
 * requested, or the caller is a customer and the work on the order has begun. Null: nothing prevents the refund.
 */
function refundObstacle(caller: Caller, order: Order): AppError | null {
  if (order.money.status === 'wait_refund') {
    return new AppError('illegal_transition', 'The refund is already being processed.', {
      reason: 'refund_in_progress',
    });
  }
  if (order.money.status === 'refund') {
    return new AppError('illegal_transition', 'The money of this order has been returned.', {
      reason: 'already_refunded',
    });
  }
  if (order.money.status !== 'pay' || order.money.attemptId === null) {
    return new AppError('illegal_transition', 'The order has no payment to refund.', {
      reason: 'nothing_paid',
    });
  }
  if (caller.kind === 'operator') return null;
  const state = orderState(order);
  if (state === 'pay/init' || state === 'pay/fail') return null;
  return new AppError(
    'illegal_transition',
    'Work on the order has started. Please ask the shop for a refund.',
    { reason: 'work_started' },
  );
}

/** Requests the failed refunds again and adds a job for each. @returns the retried refunds, see `retryRefunds`. */
export async function retryWithJobs(act: Act, order: Order, failed: readonly Refund[]): Promise<Refund[]> {
  const retried = await retryRefunds(act, order, failed);
  for (const { refundNo } of retried) await enqueueRetry(act, refundNo);
  return retried;
}

async function retryFailed(
  act: Act,
  caller: Caller,
  order: Order,
  failed: readonly Refund[],
  reason: string | null,
): Promise<Refund[]> {
  const retried = await retryWithJobs(act, order, failed);
  if (retried.length === 0) return retried;
  await recordAudit(act, caller, {
    action: 'refund_retried',
    targetKind: 'order',
    targetId: order.orderNo,
    reason,
    before: { status: order.money.status, deal_status: order.deal.status },
    after: { refunds: retried.length },
  });
  return retried;
}
