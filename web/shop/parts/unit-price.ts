/** What this customer pays for one piece or one month of a good. The service computes the price of an order alike. */

import type { Good } from '../api/types.ts';
import type { Shop } from './use-shop.ts';

export interface UnitPrice {
  readonly unitMinor: number;
  /** The price without membership; null if the customer pays this price. */
  readonly fullMinor: number | null;
}

export function unitPrice(good: Good, { config, vip }: Pick<Shop, 'config' | 'vip'>): UnitPrice {
  const memberMinor = vip.is_vip ? config.member_prices[good.id] : undefined;
  if (memberMinor === undefined) return { unitMinor: good.price, fullMinor: null };
  return { unitMinor: memberMinor, fullMinor: good.price };
}
