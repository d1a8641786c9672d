/** The price of an order. It is computed when the order is created; a later change of the good never changes it. */

import type { Good, GoodKind } from './goods/good.ts';
import type { OrderDetails } from './goods/parameters.ts';

export function orderPriceMinor(good: Good, kind: GoodKind, details: OrderDetails, member: boolean): number {
  const unit = member ? (memberPriceOf(good) ?? good.priceMinor) : good.priceMinor;
  return kind.priceMinor(unit, details);
}

/**
 * The price for members, if it is lower than the price for others; otherwise null. The console refuses higher member
 * prices, but goods that were saved by earlier versions may have one.
 */
export function memberPriceOf({ priceMinor, memberPriceMinor }: Good): number | null {
  return memberPriceMinor !== null && memberPriceMinor < priceMinor ? memberPriceMinor : null;
}
