/**
 * Applies a refund notification. A notification alone never ends a refund as failed, and does not end a refund that has
 * failed before: the service queries the provider first.
 */

import { hasFailedBefore, isWholeRefund } from '../../domain/payment-state.ts';
import { type Act, causedBy } from '../act.ts';
import type { RefundReport } from '../ports/payment-provider.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import {
  applyRefundReport,
  type LockedRefund,
  lockRefund,
  type RefundVerdict,
} from './apply-refund-report.ts';
import { refundPaymentJob } from './refund-payment-job.ts';

/**
 * A notification can be an old one about an earlier try of the refund: providers repeat a
 * notification for days, and all tries of a refund have the same number. A refund that is under way therefore does not
 * change; its job queries the provider now. If the refund was done, there is a second explanation: the customer's bank
 * has sent the money back. Such a refund becomes pending again until a query shows which explanation is true. So does a
 * failed refund that is reported as done.
 */
export async function applyRefundNotification(
  act: Act,
  refundNo: string,
  report: RefundReport,
): Promise<RefundVerdict> {
  const found = await lockRefund(act, refundNo);
  if (found === undefined) return 'unknown_refund';
  if (report.state === 'failed') return applyFailure(act, found, report.reason);
  const { refund } = found;
  if (!hasFailedBefore(refund) || refund.state === 'done') return applyRefundReport(act, refundNo, report);
  if (refund.state !== 'failed') {
    await queryNow(act, refundNo);
    return 'queried';
  }
  if (report.state !== 'done') return 'no_change';
  await doubtFailure(act, found);
  return 'doubted';
}

async function applyFailure(act: Act, found: LockedRefund, reason: string): Promise<RefundVerdict> {
  const { refundNo, state, settledBy } = found.refund;
  switch (state) {
    case 'requested':
    case 'pending':
      await queryNow(act, refundNo);
      return 'queried';
    case 'done':
      // The provider never made this refund, so a report that the refund failed changes nothing.
      if (settledBy !== null) return 'no_change';
      await doubt(act, found, reason);
      return 'doubted';
    case 'failed':
      return 'no_change';
  }
}

/** Makes the job of an unfinished refund call the provider now. The caller holds the lock of the refund's order. */
export async function queryNow(act: Act, refundNo: string): Promise<void> {
  const { jobs } = act.tx;
  await refundPaymentJob.enqueue(act, refundNo, {});
  for (const job of await jobs.named({ kind: refundPaymentJob.kind, key: refundNo })) {
    await jobs.makeDue(job.id, act.clock.now());
  }
}

/** The order's state and the customer's messages do not change before a query has shown that the refund is done. */
async function doubtFailure(act: Act, { order, refund }: LockedRefund): Promise<void> {
  const failureCode = refund.failureCode ?? 'provider_refused';
  await act.tx.refunds.save({ ...refund, state: 'pending', finishedAt: null, failureCode }, 'failed');
  await queryNow(act, refund.refundNo);
  act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
}

async function doubt(act: Act, { order, refund }: LockedRefund, error: string): Promise<void> {
  const { refundNo } = refund;
  const doubted = {
    ...refund,
    state: 'pending',
    finishedAt: null,
    doneBeforeDoubt: refund.finishedAt,
  } as const;
  await act.tx.refunds.save({ ...doubted, lastError: error }, 'done');
  await refundPaymentJob.enqueue(act, refundNo, {});
  if (!isWholeRefund(refund)) return;
  const event = { type: 'refund_doubted', at: act.clock.now(), refundNo, error } as const;
  await advanceOrder(causedBy(act, { kind: 'provider', name: refund.provider }), order, event);
}
