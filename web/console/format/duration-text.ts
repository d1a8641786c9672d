/** Lengths of time for people, in the two largest units. */

import { t } from '../texts/words.ts';

export function durationText(ms: number): string {
  if (ms < 1_000) return t('{count} ms', { count: Math.round(ms) });
  const seconds = ms / 1_000;
  if (seconds < 10) return t('{count} s', { count: seconds.toFixed(1) });
  if (seconds < 120) return t('{count} s', { count: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return t('{count} min', { count: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 48) return t('{count} h', { count: hours });
  return t('{count} days', { count: Math.round(hours / 24) });
}
