/** Searches orders by number, customer, state, good and time. Returns the newest first. */

import { invalidParameter } from '../../domain/errors.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { maskSign } from '../mask-numbers.ts';
import { encodedTimeLength, orderNoLength } from '../public-ids.ts';
import type { FoundOrder, OrderCursor, OrderFilter } from './order-store.ts';

/**
 * Minimum length of a prefix. An order number begins with the encoded time of the order. Six characters
 * determine the time to within 33 s, so few orders match.
 */
const prefixLengthMin = 6;
/**
 * Maximum length of a prefix. The rest of a number is secret: if searches compared parts of it, an operator
 * could find the number one character at a time.
 */
const prefixLengthMax = encodedTimeLength;
/** Order numbers contain only these characters. Others, such as `%`, have a meaning in a database pattern. */
const plainNumber = /^[0-9A-Za-z]+$/;

export interface OrderPage {
  readonly orders: readonly FoundOrder[];
  /** Null: this was the last page. */
  readonly next: OrderCursor | null;
}

/**
 * @param filter if `orderNoPrefix` is a whole number, the whole number is compared; if it is shorter or
 * masked, at most the part that encodes the time is compared.
 * @throws AppError `forbidden`, `invalid_parameters`.
 */
export async function searchOrders(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  filter: OrderFilter,
  before: OrderCursor | null,
  limit: number,
): Promise<OrderPage> {
  requirePermission(caller, 'orders_see');
  // Read one more than requested, to know whether another page follows.
  const compared = { ...filter, orderNoPrefix: comparedPart(filter.orderNoPrefix) };
  const found = await store.read.orders.search(compared, before, limit + 1);
  const orders = found.slice(0, limit);
  const last = orders.at(-1)?.order;
  const more = found.length > limit && last !== undefined;
  return { orders, next: more ? { createdAt: last.createdAt, id: last.id } : null };
}

/** @throws AppError `invalid_parameters`. */
function comparedPart(typed: string | null): string | null {
  if (typed === null) return null;
  const [start = ''] = typed.split(maskSign);
  if (start.length >= prefixLengthMin && plainNumber.test(start)) {
    return start.length >= orderNoLength ? start : start.slice(0, prefixLengthMax);
  }
  const detail = `Enter the order number or at least its first ${prefixLengthMin} characters.`;
  throw invalidParameter('order_no', 'order_no_prefix', detail, { min: prefixLengthMin });
}
