/** The price of an order. It is computed when the order is created; a later change of the good never changes it. */

import type { Good, GoodKind } from './goods/good.ts';
import type { OrderDetails } from './goods/parameters.ts';

export function orderPriceMinor(good: Good, kind: GoodKind, details: OrderDetails, member: boolean): number {
  const unit = member && good.memberPriceMinor !== null ? good.memberPriceMinor : good.priceMinor;
  return kind.priceMinor(unit, details);
}
