/** Requests failed refunds again, each with its existing number. */

import type { Order } from '../../domain/order.ts';
import { isWholeRefund, type Refund } from '../../domain/payment-state.ts';
import type { Act } from '../act.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import type { RefundApproval } from './refund-store.ts';

/**
 * The refunds that can be requested again. A refund whose settlement waits for a second operator cannot: the shop may
 * have returned its money already, and the provider would return it a second time.
 */
export function retriableRefunds(
  failed: readonly Refund[],
  approval: Pick<RefundApproval, 'settledRefundNo'> | null,
): Refund[] {
  return failed.filter(({ refundNo }) => refundNo !== approval?.settledRefundNo);
}

/**
 * Changes the refunds to `requested` and clears their last failure. The caller holds the order's lock and adds the job
 * of each returned refund.
 * @returns the retried refunds, see `retriableRefunds`.
 */
export async function retryRefunds(act: Act, order: Order, failed: readonly Refund[]): Promise<Refund[]> {
  if (failed.length === 0) return [];
  const retried = retriableRefunds(failed, (await act.tx.refunds.pendingApproval(order.id)) ?? null);
  let current = order;
  for (const refund of retried) {
    const cleared = { finishedAt: null, lastError: null, failureCode: null, retriedAt: act.clock.now() };
    await act.tx.refunds.save({ ...refund, state: 'requested', ...cleared }, 'failed');
    if (!isWholeRefund(refund)) continue;
    const event = { type: 'refund_retried', at: act.clock.now(), refundNo: refund.refundNo } as const;
    current = await advanceOrder(act, current, event);
  }
  return retried;
}
