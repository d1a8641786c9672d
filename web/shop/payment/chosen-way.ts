/** Carries the way of paying that was chosen in the order form to the order's view, which starts the payment. */

import type { Way } from './ways.ts';

let chosen: { readonly orderNo: string; readonly way: Way } | null = null;

export function keepChosenWay(orderNo: string, way: Way): void {
  chosen = { orderNo, way };
}

/** @returns the chosen way, only at the first call; null when none was chosen for this order. */
export function takeChosenWay(orderNo: string): Way | null {
  if (chosen?.orderNo !== orderNo) return null;
  const { way } = chosen;
  chosen = null;
  return way;
}
