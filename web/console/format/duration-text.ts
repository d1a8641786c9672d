/** A length of time as text, in the largest unit that fits. */

import type { enShared } from '../texts/en-shared.ts';

/** @param units the common texts of the operator's language. */
export function durationText(ms: number, units: typeof enShared): string {
  if (ms < 1_000) return units.milliseconds(Math.round(ms));
  const seconds = ms / 1_000;
  if (seconds < 10) return units.seconds(seconds.toFixed(1));
  if (seconds < 120) return units.seconds(Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return units.minutes(minutes);
  const hours = Math.round(minutes / 60);
  if (hours < 48) return units.hours(hours);
  return units.days(Math.round(hours / 24));
}
