/**
 * Civil time in the operator's time zone: the date-times of the API and the months of memberships. Pure
 * functions only: the instant is always a parameter.
 */

/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number;

export interface TimeZone {
  readonly name: string;
  /** The number of milliseconds that must be added to UTC to get the civil time at this instant. */
  offsetMs(at: Instant): number;
}

/** Offsets change only at whole quarters of an hour, so one look-up is enough for each quarter of an hour. */
const quarterMs = 15 * 60 * 1000;
/**
 * The maximum number of cached quarters of an hour. They are the quarters of 42 days, which is enough for
 * the orders of a page, and take less than 200 KiB.
 */
const quartersKeptMax = 4096;

/** @throws RangeError when the runtime's zone data does not know `name`. */
export function timeZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const known = new Map<number, number>();

  function measureOffsetMs(at: Instant): number {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  }

  function offsetMs(at: Instant): number {
    const quarter = Math.floor(at / quarterMs);
    const cached = known.get(quarter);
    if (cached !== undefined) return cached;
    if (known.size >= quartersKeptMax) known.clear();
    const measured = measureOffsetMs(quarter * quarterMs);
    known.set(quarter, measured);
    return measured;
  }

  return { name, offsetMs };
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/** `YYYY-MM-DD HH:MM:SS` in the zone, the form of `create_time` in the specification. */
export function formatDateTime(at: Instant, zone: TimeZone): string {
  const civil = new Date(at + zone.offsetMs(at));
  const date = `${civil.getUTCFullYear()}-${two(civil.getUTCMonth() + 1)}-${two(civil.getUTCDate())}`;
  return `${date} ${two(civil.getUTCHours())}:${two(civil.getUTCMinutes())}:${two(civil.getUTCSeconds())}`;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The instant of the civil time `civilMs` (civil time encoded as if it were UTC) in the zone. A civil time
 * that occurs twice means its first occurrence. A civil time that a clock change skips is read with the
 * offset before the change, so the result is after the change (`compatible` in JavaScript's Temporal).
 */
export function fromCivil(civilMs: number, zone: TimeZone): Instant {
  // No offset is as large as a day, so these two instants are on either side of any clock change near `civilMs`.
  const before = zone.offsetMs(civilMs - dayMs);
  const after = zone.offsetMs(civilMs + dayMs);
  const first = civilMs - before;
  const second = civilMs - after;
  return zone.offsetMs(first) !== before && zone.offsetMs(second) === after ? second : first;
}

/**
 * Computes the instant `months` later, on the same day of the month and at the same time of day. In a shorter
 * month the result is its last day (31 January + 1 month = 28 or 29 February).
 */
export function addMonths(at: Instant, months: number, zone: TimeZone): Instant {
  const civil = new Date(at + zone.offsetMs(at));
  const day = civil.getUTCDate();
  const target = new Date(civil);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(day, lastDay));
  return fromCivil(target.getTime(), zone);
}
