/** A membership, bought in months (specification 4.4). */

import type { GoodKind } from './good.ts';
import { integerDetail, type OrderDetails } from './parameters.ts';

export const vipGood: GoodKind = {
  functName: 'mark_order_vip',
  summary: 'Order a VIP membership',
  parameters: {
    // The specification marks `num` as required and also says "The default is 1." A missing `num` counts as 1.
    num: { kind: 'integer', min: 1, max: 36, default: 1, description: 'Number of months to buy.' },
  },
  work: 'membership',
  priceMinor: (unitPriceMinor, details) => unitPriceMinor * monthsOf(details),
};

export function monthsOf(details: OrderDetails): number {
  return integerDetail(details, 'num');
}
