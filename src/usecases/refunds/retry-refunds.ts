/** Requests failed refunds again at their provider, each under its own number. */

import type { Order } from '../../domain/order.ts';
import type { Refund } from '../../domain/payment-state.ts';
import type { Act } from '../act.ts';
import { advanceOrder } from '../transitions/advance-order.ts';

/**
 * Writes the refunds as requested. The caller holds the order's lock and sees to the job that carries each out.
 */
export async function retryRefunds(act: Act, order: Order, failed: readonly Refund[]): Promise<void> {
  let current = order;
  for (const refund of failed) {
    await act.tx.refunds.save({ ...refund, state: 'requested', finishedAt: null }, 'failed');
    // A surplus payment never was the order's money, so the order does not show it.
    if (refund.purpose === 'surplus') continue;
    const event = { type: 'refund_retried', at: act.clock.now(), refundNo: refund.refundNo } as const;
    current = await advanceOrder(act, current, event);
  }
}
