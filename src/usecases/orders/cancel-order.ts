/** Cancels an unpaid order, for its customer or an operator, or because the time to pay is over. */

import { AppError } from '../../domain/errors.ts';
import type { Canceller, Order } from '../../domain/order.ts';
import { type Act, type ActDeps, causedBy, perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { lockOrderFor } from '../callers/hold-caller.ts';
import { actorOf, hasCaused } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import { closeOpenPayments } from '../payments/close-payments-job.ts';
import { advanceOrder } from '../transitions/advance-order.ts';

/**
 * A repeated call by the actor who cancelled the order changes nothing.
 * @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (the order is not unpaid).
 */
export async function cancelOrder(
  deps: ActDeps,
  caller: Caller,
  orderNo: string,
  reason: string | null,
  requestId: string,
): Promise<void> {
  requirePermission(caller, 'orders_cancel');
  await perform(deps, { actor: system, requestId }, async (act) => {
    const order = await lockOrderFor(act.tx, caller, orderNo);
    const by = caller.kind === 'operator' ? 'operator' : 'customer';
    const actor = actorOf(caller, order);
    if (order.money.status === 'cancal') {
      const history = await act.tx.orders.history(order.id);
      if (hasCaused(history, actor, ['cancelled'])) return;
    }
    if (order.money.status !== 'wait_pay') throw notUnpaid();
    const cancelled = await cancelLocked(causedBy(act, actor), order, by);
    await recordAudit(act, caller, {
      action: 'order_cancelled',
      targetKind: 'order',
      targetId: orderNo,
      reason,
      before: { status: order.money.status },
      after: { status: cancelled.money.status },
    });
  });
}

/**
 * Cancels an unpaid order. The caller holds the order's lock. A payment that arrives after the cancellation is
 * refunded automatically (`payments/settle-payment.ts`).
 */
export async function cancelLocked(act: Act, order: Order, by: Canceller): Promise<Order> {
  const cancelled = await advanceOrder(act, order, { type: 'cancelled', at: act.clock.now(), by });
  await closeOpenPayments(act, cancelled, await act.tx.payments.ofOrder(cancelled.id));
  return cancelled;
}

function notUnpaid(): AppError {
  return new AppError('illegal_transition', 'Only an unpaid order can be cancelled.', {
    reason: 'order_not_unpaid',
  });
}
