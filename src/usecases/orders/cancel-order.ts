/** Cancels an unpaid order, for its customer, the operator or because its time is over. */

import type { Canceller, Order } from '../../domain/order.ts';
import type { Actor } from '../../domain/order-events.ts';
import { actorOf, requireAccess, requireRole } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import { enqueueClosing } from '../payments/enqueue-closing.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { Caller } from '../service.ts';
import { advanceOrder } from '../transitions/advance-order.ts';

type CancelDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings'>;

/** @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (not waiting for payment). */
export async function cancelOrder(
  deps: CancelDeps,
  caller: Caller,
  orderNo: string,
  requestId: string,
): Promise<void> {
  requireRole(caller, 'orders_cancel');
  await deps.store.transaction(async (tx) => {
    const order = requireAccess(caller, await tx.lockOrder(orderNo));
    const by = caller.kind === 'operator' ? 'operator' : 'customer';
    return cancelWithin(deps, tx, order, by, actorOf(caller, order), requestId);
  });
}

/**
 * Money that is on its way nevertheless is given back when it arrives (`money/settle-payment.ts`).
 * The caller holds the order's lock.
 */
export async function cancelWithin(
  deps: Omit<CancelDeps, 'store'>,
  tx: StoreTransaction,
  order: Order,
  by: Canceller,
  actor: Actor,
  requestId: string | null,
): Promise<Order> {
  const event = { type: 'cancelled', at: deps.clock.now(), by } as const;
  const cancelled = await advanceOrder(deps, tx, order, event, actor, requestId);
  await enqueueClosing(deps, tx, cancelled, requestId);
  return cancelled;
}
