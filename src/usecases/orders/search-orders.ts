/** Searches orders by number, customer, state, good and time. Returns the newest first. */

import { invalidParameter } from '../../domain/errors.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { FoundOrder, OrderCursor, OrderFilter } from './order-store.ts';

/** A number begins with its time. Six characters give the time to 33 s, so that a prefix matches few orders. */
const prefixLengthMin = 6;
/** Order numbers contain only these characters. Others, such as `%`, have a meaning in a database pattern. */
const plainNumber = /^[0-9A-Za-z]+$/;

export interface OrderPage {
  readonly orders: readonly FoundOrder[];
  /** Null: this was the last page. */
  readonly next: OrderCursor | null;
}

/** @throws AppError `forbidden`, `invalid_parameters`. */
export async function searchOrders(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  filter: OrderFilter,
  before: OrderCursor | null,
  limit: number,
): Promise<OrderPage> {
  requirePermission(caller, 'orders_see');
  requirePrefix(filter.orderNoPrefix);
  // Read one more than requested, to know whether another page follows.
  const found = await store.read.orders.search(filter, before, limit + 1);
  const orders = found.slice(0, limit);
  const last = orders.at(-1)?.order;
  const more = found.length > limit && last !== undefined;
  return { orders, next: more ? { createdAt: last.createdAt, id: last.id } : null };
}

function requirePrefix(prefix: string | null): void {
  if (prefix === null || (prefix.length >= prefixLengthMin && plainNumber.test(prefix))) return;
  const detail = `Enter the order number or at least its first ${prefixLengthMin} characters.`;
  throw invalidParameter('order_no', 'order_no_prefix', detail, { min: prefixLengthMin });
}
