/** Hands the chosen way of paying from the order form to the order's view, once. */

import type { Way } from './use-payment.ts';

let waiting: { readonly orderNo: string; readonly way: Way } | null = null;

export function payWhenShown(orderNo: string, way: Way): void {
  waiting = { orderNo, way };
}

/** @returns null when nothing waits for this order. */
export function takeWayToPay(orderNo: string): Way | null {
  if (waiting?.orderNo !== orderNo) return null;
  const { way } = waiting;
  waiting = null;
  return way;
}
