/** Ends work that has failed for good: stores the reason in the order and refunds its price automatically. */

import { failSentence } from '../../domain/fail-reasons.ts';
import type { FailReason, Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { requestRefund } from './request-refund.ts';

/**
 * The caller holds the order's lock, and the order is in the state `pay/ing`.
 * @param error the error text that the operator reads; null: none.
 */
export async function failOrder(
  act: Act,
  order: Order,
  reason: FailReason,
  error: string | null,
): Promise<Order> {
  const at = act.clock.now();
  const failed = await advanceOrder(act, order, { type: 'work_failed', at, reason, error });
  // Nothing was paid for an order of price 0, so there is nothing to refund.
  if (failed.money.status !== 'pay' || failed.money.attemptId === null) return failed;
  return (await requestRefund(act, failed, failSentence(reason))).order;
}
