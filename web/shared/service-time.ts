/** Times of the service, `YYYY-MM-DD HH:MM:SS` in its zone, as instants, and instants for people in their zone. */

const formats = new Map<string, Intl.DateTimeFormat>();

function civilFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** What a clock of the zone shows, read as if it were UTC, minus the instant. */
function offsetMs(zone: string, at: number): number {
  const parts = Object.fromEntries(
    civilFormat(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** What a clock of the zone shows, as the UTC fields of a date. */
export function civilTime(at: Date, zone: string): Date {
  return new Date(at.getTime() + offsetMs(zone, at.getTime()));
}

/** Of a civil time, as `civilTime` gives it. */
export function formatServiceTime(civil: Date): string {
  return civil.toISOString().slice(0, 19).replace('T', ' ');
}

/** @returns null for what is not such a time. */
export function parseServiceTime(text: string, zone: string): Date | null {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return null;
  const first = asUtc - offsetMs(zone, asUtc);
  // Once more with the offset that holds then: the zone's clock may have been changed in between.
  return new Date(asUtc - offsetMs(zone, first));
}

export function formatDateTime(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** The day is told where it is not today. */
export function formatSoon(at: Date, locale: string, now = new Date()): string {
  if (at.toDateString() !== now.toDateString()) return formatDateTime(at, locale);
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
}

export function formatDate(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
}
