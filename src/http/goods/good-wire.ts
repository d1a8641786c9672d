/**
 * Writes a good as the specification shows it: exactly these fields, in this order. No field is ever
 * omitted.
 */

import type { Good } from '../../domain/goods/good.ts';

export interface WireGood {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly price: number;
  readonly sort: number;
  readonly funct_name: string;
}

/** Specification 2.1, Good. */
export function goodToWire(good: Good): WireGood {
  return {
    id: good.id,
    title: good.title,
    summary: good.summary,
    icon: good.icon,
    price: good.priceMinor,
    sort: good.sort,
    funct_name: good.functName,
  };
}
