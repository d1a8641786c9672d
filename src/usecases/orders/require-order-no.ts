/**
 * Finds the number of an order by its id. The console names orders by id, because the number gives access to an
 * order.
 */

import type { Permission } from '../../domain/operator-roles.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { unknownOrder } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';

/**
 * @param permission checked before the look-up, so that the error does not reveal which orders exist.
 * @throws AppError `forbidden`, `unknown_order`.
 */
export async function requireOrderNo(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  permission: Permission,
  id: number,
): Promise<string> {
  requirePermission(caller, permission);
  const orderNo = await store.read.orders.noById(id);
  if (orderNo === undefined) throw unknownOrder();
  return orderNo;
}
