/** Applies a provider's report about a refund. The order gets the status `refund` only when the refund is done. */

import { dayOf } from '../../domain/civil-day.ts';
import type { Order } from '../../domain/order.ts';
import { isFailureDoubted, isWholeRefund, nextRefundState, type Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, causedBy } from '../act.ts';
import { writeDifference } from '../differences/write-difference.ts';
import { addEmail } from '../emails/add-email.ts';
import type { RefundReport } from '../ports/payment-provider.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import { deletePayerOfErased } from './delete-payer-of-erased.ts';
import { endSettlementApproval } from './end-approval.ts';
import { refundData } from './refund-data.ts';

/**
 * `queried`: the report changed nothing, and the service queries the provider. `doubted`: the same, and the refund is
 * no longer shown as done. `returned_twice`: the provider has made a refund that an operator had settled in another
 * way.
 */
export type RefundVerdict =
  | 'pending'
  | 'done'
  | 'failed'
  | 'queried'
  | 'doubted'
  | 'returned_twice'
  | 'no_change'
  | 'unknown_refund';

export async function applyRefundReport(
  act: Act,
  refundNo: string,
  report: RefundReport,
): Promise<RefundVerdict> {
  const found = await lockRefund(act, refundNo);
  if (found === undefined) return 'unknown_refund';
  const { order, refund } = found;
  if (refund.settledBy !== null && report.state === 'done') return recordSecondReturn(act, refund, report);
  if (nextRefundState(refund.state, report.state) === undefined) return 'no_change';

  const at = act.clock.now();
  await act.tx.refunds.save(refundAfter(refund, report, at), refund.state);
  // The query has confirmed a failure that was reported before: no second event, and no second webhook.
  if (report.state === 'pending' || (report.state === 'failed' && isFailureDoubted(refund))) {
    act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
    return report.state;
  }
  if (report.state === 'done') {
    await deletePayerOfErased(act, order, refund);
    await endSettlementApproval(act, order, refundNo);
  }
  const byProvider = causedBy(act, { kind: 'provider', name: refund.provider });
  if (report.state === 'done' && refund.doneBeforeDoubt !== null) {
    await confirmRefund(byProvider, order, refund);
    return 'done';
  }
  const facts = refundData(refund);
  if (!isWholeRefund(refund)) {
    await addWebhook(act, `refund.${report.state}`, order, facts);
    if (report.state === 'done') await addEmail(act, order, { type: 'refund_done', at, refundNo });
  } else if (report.state === 'done') {
    await advanceOrder(byProvider, order, { type: 'refund_done', at, refundNo }, facts);
  } else {
    const failed = { type: 'refund_failed', at, refundNo, error: report.reason } as const;
    await advanceOrder(byProvider, order, failed, facts);
  }
  return report.state;
}

/**
 * The customer and the operator's systems know of the refund since it was done first, so they get no second e-mail and
 * no second webhook.
 */
async function confirmRefund(act: Act, order: Order, refund: Refund): Promise<void> {
  if (!isWholeRefund(refund)) return;
  const event = { type: 'refund_confirmed', at: act.clock.now(), refundNo: refund.refundNo } as const;
  await advanceOrder(act, order, event);
}

/**
 * Records that the provider has made a refund that an operator had settled. The refund becomes a difference to the
 * provider's books, which an operator must resolve.
 */
async function recordSecondReturn(act: Act, refund: Refund, report: RefundReport): Promise<RefundVerdict> {
  if (refund.providerDoneAt !== null) return 'no_change';
  const { provider, refundNo: number, orderId } = refund;
  const at = act.clock.now();
  const providerRefundId = report.providerRefundId ?? refund.providerRefundId;
  await act.tx.refunds.save({ ...refund, providerRefundId, providerDoneAt: at }, 'done');
  const day = dayOf(at, act.settings.zone);
  await writeDifference(act, { provider, kind: 'refund', number, day, isBillComplete: false }, orderId);
  return 'returned_twice';
}

export interface LockedRefund {
  readonly order: Order;
  readonly refund: Refund;
}

/** Locks the refund's order, then reads the refund again: it may have changed during the wait for the lock. */
export async function lockRefund({ tx }: Act, refundNo: string): Promise<LockedRefund | undefined> {
  const known = await tx.refunds.byNo(refundNo);
  if (known === undefined) return undefined;
  const order = await tx.orders.lockById(known.orderId);
  const refund = await tx.refunds.byNo(refundNo);
  if (order === undefined || refund === undefined) throw new Error(`refund ${refundNo} has no order`);
  return { order, refund };
}

function refundAfter(refund: Refund, report: RefundReport, at: Instant): Refund {
  return {
    ...refund,
    state: report.state,
    providerRefundId: report.providerRefundId ?? refund.providerRefundId,
    finishedAt: finishedAt(refund, report, at),
    doneBeforeDoubt: null,
    ...failureAfter(refund, report),
  };
}

/** A failure that was doubted keeps its first reason: a query or a silent provider often gives a less exact one. */
function failureAfter(refund: Refund, report: RefundReport): Pick<Refund, 'lastError' | 'failureCode'> {
  const { lastError, failureCode } = refund;
  if (report.state === 'done') return { lastError, failureCode: null };
  if (report.state === 'pending' || isFailureDoubted(refund)) return { lastError, failureCode };
  return { lastError: report.reason, failureCode: report.code };
}

/** A doubted refund that is done after all keeps its time, so that the sums of past days do not change. */
function finishedAt(refund: Refund, { state }: RefundReport, at: Instant): Instant | null {
  if (state === 'pending') return null;
  return state === 'done' ? (refund.doneBeforeDoubt ?? at) : at;
}
