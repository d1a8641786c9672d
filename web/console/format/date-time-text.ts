/** An instant as text, in the shop's time zone and the operator's language. */

import { words } from '../texts/words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

export type DateTimeStyle = 'minute' | 'second' | 'day' | 'time';

const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

const optionsOf: Readonly<Record<DateTimeStyle, Intl.DateTimeFormatOptions>> = {
  minute: { ...day, ...time },
  second: { ...day, ...time, second: '2-digit' },
  day,
  time: { ...time, second: '2-digit' },
};

function yearIn(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone }).format(at);
}

/**
 * Includes the year unless it is the current year.
 * @param at ISO 8601 in UTC, as the API sends it.
 */
export function dateTimeText(at: string, zone: string, style: DateTimeStyle): string {
  const { locale } = words();
  const instant = new Date(at);
  const withYear = style !== 'time' && yearIn(instant, zone) !== yearIn(new Date(), zone);
  const key = `${locale} ${zone} ${style} ${withYear}`;
  let format = formats.get(key);
  if (format === undefined) {
    const year: Intl.DateTimeFormatOptions = withYear ? { year: 'numeric' } : {};
    format = new Intl.DateTimeFormat(locale, { ...optionsOf[style], ...year, timeZone: zone });
    formats.set(key, format);
  }
  return format.format(instant);
}
