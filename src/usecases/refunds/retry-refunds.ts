/** Requests failed refunds again, each with its existing number. */

import type { Order } from '../../domain/order.ts';
import { isWholeRefund, type Refund } from '../../domain/payment-state.ts';
import type { Act } from '../act.ts';
import { advanceOrder } from '../transitions/advance-order.ts';

/**
 * Changes the refunds to `requested` and clears their last failure. The caller holds the order's lock and adds the job
 * of each refund.
 */
export async function retryRefunds(act: Act, order: Order, failed: readonly Refund[]): Promise<void> {
  let current = order;
  for (const refund of failed) {
    const cleared = { finishedAt: null, lastError: null, failureCode: null };
    await act.tx.refunds.save({ ...refund, state: 'requested', ...cleared }, 'failed');
    if (!isWholeRefund(refund)) continue;
    const event = { type: 'refund_retried', at: act.clock.now(), refundNo: refund.refundNo } as const;
    current = await advanceOrder(act, current, event);
  }
}
