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
/** The number of last characters of an order number that a masked number shows to every operator. */
const endingLength = 4;
/**
 * Order numbers contain only these characters. Other characters, such as `%`, have a special meaning in a database
 * pattern.
 */
const plainNumber = /^[0-9A-Za-z]+$/;

export interface OrderPage {
  readonly orders: readonly FoundOrder[];
  /** The `before` of the next page; null: this was the last page. */
  readonly next: OrderCursor | null;
}

export type OrderSearch = Omit<OrderFilter, 'orderNoPrefix' | 'orderNoEnding'> & {
  /** The number, its beginning, its last four characters or the masked number, as an operator typed it. */
  readonly typedNumber: string | null;
};

/**
 * If the operator typed a whole order number, compares all its characters. Of a shorter or masked number, compares at
 * most the characters that masked numbers show: the part that encodes the time, and the last four.
 * @throws AppError `forbidden`, `invalid_parameters`.
 */
export async function searchOrders(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  search: OrderSearch,
  before: OrderCursor | null,
  limit: number,
): Promise<OrderPage> {
  requirePermission(caller, 'orders_see');
  // Read one more than requested, to know whether another page follows.
  const found = await store.read.orders.search(filterOf(search), before, limit + 1);
  const orders = found.slice(0, limit);
  const last = orders.at(-1)?.order;
  const more = found.length > limit && last !== undefined;
  return { orders, next: more ? { createdAt: last.createdAt, id: last.id } : null };
}

/** @throws AppError `invalid_parameters`. */
export function filterOf({ typedNumber, ...filter }: OrderSearch): OrderFilter {
  return { ...filter, ...comparedParts(typedNumber) };
}

/** @throws AppError `invalid_parameters`. */
function comparedParts(typed: string | null): NumberParts {
  const parts = typed === null ? { orderNoPrefix: null, orderNoEnding: null } : typedNumberParts(typed);
  if (parts !== undefined) return parts;
  const detail = `Enter the order number, at least its first ${prefixLengthMin} or exactly its last ${endingLength} characters.`;
  throw invalidParameter('order_no', 'order_no_prefix', detail, { min: prefixLengthMin });
}

type NumberParts = Pick<OrderFilter, 'orderNoPrefix' | 'orderNoEnding'>;

/**
 * Divides what the operator typed into the beginning and the ending of an order number. The operator may type a whole
 * number, its beginning, its last four characters, or a masked number, which has a beginning and an ending.
 * @returns undefined for a text that is none of these.
 */
export function typedNumberParts(typed: string): NumberParts | undefined {
  const [start = '', end = ''] = typed.trim().toUpperCase().split(maskSign);
  const isMasked = typed.includes(maskSign);
  if (!plainNumber.test(start + end)) return undefined;
  if (!isMasked && start.length === endingLength) return { orderNoPrefix: null, orderNoEnding: start };
  if (end !== '' && end.length !== endingLength) return undefined;
  if (start.length < prefixLengthMin && !(start === '' && end !== '')) return undefined;
  return { orderNoPrefix: start === '' ? null : prefixOf(start), orderNoEnding: end === '' ? null : end };
}

function prefixOf(start: string): string {
  return start.length >= orderNoLength ? start : start.slice(0, prefixLengthMax);
}
