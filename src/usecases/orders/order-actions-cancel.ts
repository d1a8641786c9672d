/** An operator cancels an unpaid order. */

import { type ConsoleCaller, noteAct, requirePermission } from '../callers/console-caller.ts';
import { unknownOrder } from '../callers/order-access.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import { cancelWithin } from './cancel-order.ts';

/** @throws AppError `forbidden`, `unknown_order`, `illegal_transition` (not waiting for payment). */
export async function cancelAsOperator(
  deps: Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'settings'>,
  caller: ConsoleCaller,
  orderNo: string,
  reason: string | null,
): Promise<void> {
  requirePermission(caller, 'orders_cancel');
  const actor = { kind: 'operator', name: caller.operator.name } as const;
  await deps.store.transaction(async (tx) => {
    const order = await tx.lockOrder(orderNo);
    if (order === undefined) throw unknownOrder();
    const cancelled = await cancelWithin(deps, tx, order, 'operator', actor, caller.requestId);
    await noteAct(deps, tx, caller, {
      action: 'order_cancelled',
      targetKind: 'order',
      targetId: orderNo,
      reason,
      before: { status: order.money.status },
      after: { status: cancelled.money.status },
    });
  });
}
