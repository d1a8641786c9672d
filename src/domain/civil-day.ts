/**
 * Civil days of a time zone, written `YYYY-MM-DD`. The money pages of the console show sums for these days.
 * Pure functions only.
 */

import { fromCivil, type Instant, type TimeZone } from './zoned-time.ts';

/** A calendar day as the number of days since 1 January 1970, so that two days can be subtracted. */
export type DayNumber = number;

const dayMs = 24 * 60 * 60 * 1000;
const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/** @returns undefined for a text that is not a day of the calendar, such as `2026-02-30`. */
export function parseDay(text: string): DayNumber | undefined {
  const [, year, month, day] = dayForm.exec(text) ?? [];
  const number = Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs;
  return Number.isNaN(number) || formatDay(number) !== text ? undefined : number;
}

export function formatDay(day: DayNumber): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Returns the civil day that an instant has in the time zone. */
export function dayOf(at: Instant, zone: TimeZone): DayNumber {
  return Math.floor((at + zone.offsetMs(at)) / dayMs);
}

/**
 * The first instant of a day in the zone. Where a clock change skips midnight, the day begins at the end of the
 * gap; where midnight occurs twice, the day begins at the first.
 */
export function startOfDay(day: DayNumber, zone: TimeZone): Instant {
  return fromCivil(day * dayMs, zone);
}
