/**
 * Carries the way of paying that was chosen in the order form, and the price that the form showed, to the view of the
 * order or the series, which starts the payment.
 */

import type { Way } from './ways.ts';

interface ChosenWay {
  /** The `key` of the payable. */
  readonly key: string;
  readonly way: Way;
  /** The price that the customer saw when ordering. */
  readonly shownPriceMinor: number;
}

let chosen: ChosenWay | null = null;

export function keepChosenWay(choice: ChosenWay): void {
  chosen = choice;
}

/** @returns the choice, only at the first call; null when no way was chosen for this payable. */
export function takeChosenWay(key: string): ChosenWay | null {
  if (chosen?.key !== key) return null;
  const choice = chosen;
  chosen = null;
  return choice;
}
