/** Work that failed for good: the order says why, and the money goes back by itself. */

import { failSentence } from '../../domain/fail-reasons.ts';
import type { FailReason, Order } from '../../domain/order.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { requestRefund } from './request-refund.ts';

/** The caller holds the order's lock; the order is `pay/ing`. */
export async function failOrder(
  deps: Pick<Deps, 'clock' | 'random' | 'settings'>,
  tx: StoreTransaction,
  order: Order,
  reason: FailReason,
  error: string | null,
  requestId: string | null,
): Promise<Order> {
  const at = deps.clock.now();
  const actor = { kind: 'system' } as const;
  const failed = await advanceOrder(
    deps,
    tx,
    order,
    { type: 'work_failed', at, reason, error },
    actor,
    requestId,
  );
  // Nothing was paid for an order of price 0, so nothing goes back.
  if (failed.money.status !== 'pay' || failed.money.attemptId === null) return failed;
  return requestRefund(deps, tx, failed, failSentence(reason), actor, requestId);
}
