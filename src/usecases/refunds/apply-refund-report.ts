/** Applies a provider's report about a refund. The order gets the status `refund` only when the refund is done. */

import type { Order } from '../../domain/order.ts';
import { isWholeRefund, nextRefundState, type Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, causedBy } from '../act.ts';
import { addEmail } from '../emails/add-email.ts';
import type { RefundReport } from '../ports/payment-provider.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import { refundData } from './refund-data.ts';

export type RefundVerdict = 'pending' | 'done' | 'failed' | 'doubted' | 'no_change' | 'unknown_refund';

export async function applyRefundReport(
  act: Act,
  refundNo: string,
  report: RefundReport,
): Promise<RefundVerdict> {
  const found = await lockRefund(act, refundNo);
  if (found === undefined) return 'unknown_refund';
  const { order, refund } = found;
  if (nextRefundState(refund.state, report.state) === undefined) return 'no_change';

  const at = act.clock.now();
  await act.tx.refunds.save(refundAfter(refund, report, at), refund.state);
  if (report.state === 'pending') {
    act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
    return 'pending';
  }
  const byProvider = causedBy(act, { kind: 'provider', name: refund.provider });
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
    finishedAt: report.state === 'pending' ? null : at,
    lastError: report.state === 'failed' ? report.reason : refund.lastError,
    failureCode: report.state === 'failed' ? report.code : null,
  };
}
