/**
 * Applies a refund notification. If a refund that is done is reported as failed, the service queries the provider
 * before it believes the failure.
 */

import { isWholeRefund } from '../../domain/payment-state.ts';
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
 * If the provider reports a refund as failed after it reported the refund done, there are two explanations: the
 * notification is an old one about an earlier attempt, or the customer's bank has sent the money back. The refund
 * becomes pending again until a query of the provider shows which explanation is true.
 */
export async function applyRefundNotification(
  act: Act,
  refundNo: string,
  report: RefundReport,
): Promise<RefundVerdict> {
  if (report.state === 'failed') {
    const found = await lockRefund(act, refundNo);
    if (found?.refund.state === 'done') {
      await doubt(act, found, report.reason);
      return 'doubted';
    }
  }
  return applyRefundReport(act, refundNo, report);
}

async function doubt(act: Act, { order, refund }: LockedRefund, error: string): Promise<void> {
  const { refundNo } = refund;
  await act.tx.refunds.save({ ...refund, state: 'pending', finishedAt: null, lastError: error }, 'done');
  await refundPaymentJob.enqueue(act, refundNo, {});
  if (!isWholeRefund(refund)) return;
  const event = { type: 'refund_doubted', at: act.clock.now(), refundNo, error } as const;
  await advanceOrder(causedBy(act, { kind: 'provider', name: refund.provider }), order, event);
}
