/** Calendar days, `YYYY-MM-DD`, in the shop's zone. */

import { parseServiceTime } from '../../shared/service-time.ts';

const dayMs = 86_400_000;

export function today(zone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** The instant at which a day begins in the zone, as the API expects it. @returns an empty text for a text that is no day. */
export function startOfDay(day: string, zone: string): string {
  return parseServiceTime(`${day} 00:00:00`, zone)?.toISOString() ?? '';
}

/** Lists the days from `from` to `to`, including both; none when `to` is before `from`. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => plusDays(from, index));
}

/** A short text of a day for the axis of a chart, such as `21 Nov`. */
export function shortDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
