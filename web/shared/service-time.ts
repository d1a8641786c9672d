/**
 * Converts the times that the service sends (`YYYY-MM-DD HH:MM:SS` in the shop's zone) to instants, and instants to
 * text for people.
 */

import { parseDay } from '../../src/domain/civil-day.ts';
import { fromCivil, type TimeZone, timeZone } from '../../src/domain/zoned-time.ts';

const zones = new Map<string, TimeZone>();

/** @param name an IANA name, such as `Asia/Shanghai`. */
export function zoneNamed(name: string): TimeZone {
  const known = zones.get(name) ?? timeZone(name);
  zones.set(name, known);
  return known;
}

/** @returns null for a text that is not a time. */
export function parseServiceTime(text: string, zoneName: string): Date | null {
  const civilMs = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(civilMs) ? null : new Date(fromCivil(civilMs, zoneNamed(zoneName)));
}

export function formatDateTime(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

export function formatDate(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
}

/**
 * @param day `YYYY-MM-DD`, which is the same day in every time zone.
 * @returns the text itself if it is not a day of the calendar: a page must not fail because of a wrong date.
 */
export function formatDay(day: string, locale: string): string {
  if (parseDay(day) === undefined) return day;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/**
 * Shows only the time of day if `at` is today, and otherwise also the date, so that a deadline tomorrow is
 * not taken for one today.
 */
export function formatDeadline(at: Date, locale: string, now = new Date()): string {
  if (at.toDateString() !== now.toDateString()) return formatDateTime(at, locale);
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
}
