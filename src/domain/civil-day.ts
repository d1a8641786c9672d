/** Civil days of a zone, written `YYYY-MM-DD`: what a shop's books are kept by. Pure. */

import { fromCivil, type Instant, type TimeZone } from './zoned-time.ts';

/** Of the calendar, wherever: a day counted from 1 January 1970, so that days can be subtracted. */
export type DayNumber = number;

const dayMs = 24 * 60 * 60 * 1000;
const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/** @returns undefined for what is not a day of the calendar, such as `2026-02-30`. */
export function parseDay(text: string): DayNumber | undefined {
  const [, year, month, day] = dayForm.exec(text) ?? [];
  const number = Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs;
  return Number.isNaN(number) || formatDay(number) !== text ? undefined : number;
}

export function formatDay(day: DayNumber): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The day that the zone's calendars show at that instant. */
export function dayOf(at: Instant, zone: TimeZone): DayNumber {
  return Math.floor((at + zone.offsetMs(at)) / dayMs);
}

/** The day's first instant: where midnight is left out, the end of the gap; where it comes twice, the first. */
export function startOfDay(day: DayNumber, zone: TimeZone): Instant {
  return fromCivil(day * dayMs, zone);
}
