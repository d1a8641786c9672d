/**
 * Carries the way of paying that was chosen in the order form, and the price that the form showed, to the order's view,
 * which starts the payment.
 */

import type { Way } from './ways.ts';

interface ChosenWay {
  readonly orderNo: string;
  readonly way: Way;
  /** The price that the customer saw when ordering. */
  readonly shownPriceMinor: number;
}

let chosen: ChosenWay | null = null;

export function keepChosenWay(choice: ChosenWay): void {
  chosen = choice;
}

/** @returns the choice, only at the first call; null when no way was chosen for this order. */
export function takeChosenWay(orderNo: string): ChosenWay | null {
  if (chosen?.orderNo !== orderNo) return null;
  const choice = chosen;
  chosen = null;
  return choice;
}
