/** A range of numbers in words, for example `28–33 mm` or `at most 240 kB`. */

import type { Texts } from '../texts/en.ts';

/** @param unit the unit, with the space before it. */
export function rangeText(min: number | null, max: number | null, unit: string, t: Texts): string {
  if (min === null && max === null) return '';
  if (min === null) return t.atMost(`${max}${unit}`);
  if (max === null) return t.atLeast(`${min}${unit}`);
  return min === max ? `${min}${unit}` : `${min}–${max}${unit}`;
}
