/** The price of an order, fixed when it is created: a later change of the catalogue never touches it. */

import type { Good, GoodKind } from './goods/good.ts';
import type { OrderDetails } from './goods/parameters.ts';

export function orderPriceMinor(good: Good, kind: GoodKind, details: OrderDetails, member: boolean): number {
  const unit = member && good.memberPriceMinor !== null ? good.memberPriceMinor : good.priceMinor;
  return kind.priceMinor(unit, details);
}
