/**
 * Shows an operator the whole number of one order. The audit log records this, because the number gives
 * access to a guest's order.
 */

import type { OperatorCaller } from '../callers/caller.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { requireOrderNo } from './require-order-no.ts';

/** @throws AppError `forbidden`, `unknown_order`. */
export async function showOrderNumber(
  deps: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  id: number,
): Promise<string> {
  const orderNo = await requireOrderNo(deps, caller, 'order_numbers_see', id);
  await deps.store.transaction((tx) =>
    recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'order_number_shown',
      targetKind: 'order',
      targetId: orderNo,
      reason: null,
      before: null,
      after: null,
    }),
  );
  return orderNo;
}
