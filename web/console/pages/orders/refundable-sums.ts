/** What the refunds of several orders return. */

import type { OrderItem } from '../../api/types.ts';

/** @returns the sum in minor units for each currency. */
export function refundableSums(
  orders: readonly Pick<OrderItem, 'refundable' | 'currency'>[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { refundable, currency } of orders) sums.set(currency, (sums.get(currency) ?? 0) + refundable);
  return sums;
}
