/** Compares civil time with the formatter of Intl, in many zones and around every kind of clock change. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addMonths, formatDateTime, type Instant, timeZone } from '../../src/domain/zoned-time.ts';

const zoneNames = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Antarctica/Troll',
] as const;
const zones = zoneNames.map(timeZone);
const anyZone = fc.constantFrom(...zones);
/** Instants from 2001 to 2099, which are the years of membership dates with some years before and after. */
const anyInstant = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2099, 0, 1) });

/** `YYYY-MM-DD HH:MM:SS` by the runtime's own formatter. */
function byIntl(at: Instant, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat('sv-SE', options).format(at);
}

/** An instant from a civil time with its UTC offset, which distinguishes the two occurrences of a repeated hour. */
function at(text: string): Instant {
  return Date.parse(text);
}

test('property: a formatted date-time is the civil time of the zone', () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (instant, zone) => {
      assert.equal(formatDateTime(instant, zone), byIntl(instant, zone.name));
    }),
    { numRuns: 2000 },
  );
});

test('every quarter of an hour around a clock change is formatted correctly', () => {
  const changes = [
    '2026-03-29T01:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-04-04T15:00:00Z',
    '2011-12-30T10:00:00Z',
  ];
  for (const zone of zones) {
    for (const change of changes) {
      for (let minutes = -180; minutes <= 180; minutes += 15) {
        for (const seconds of [-1, 0]) {
          const instant = at(change) + (minutes * 60 + seconds) * 1000;
          assert.equal(formatDateTime(instant, zone), byIntl(instant, zone.name), zone.name);
        }
      }
    }
  }
});

test('in the default zone, date-times are Chinese civil time', () => {
  assert.equal(formatDateTime(at('2026-11-08T16:05:09Z'), timeZone('Asia/Shanghai')), '2026-11-09 00:05:09');
});

test('an unknown time zone is refused', () => {
  assert.throws(() => timeZone('Mars/Olympus'), RangeError);
});

const shanghai = timeZone('Asia/Shanghai');
const berlin = timeZone('Europe/Berlin');
const newYork = timeZone('America/New_York');

test('a month is a calendar month and ends on the last day of a shorter month', () => {
  const cases: [string, number, string][] = [
    ['2026-01-31T12:00:00+08:00', 1, '2026-02-28 12:00:00'],
    ['2028-01-31T12:00:00+08:00', 1, '2028-02-29 12:00:00'],
    ['2028-02-29T00:00:00+08:00', 12, '2029-02-28 00:00:00'],
    ['2026-03-31T23:59:59+08:00', 1, '2026-04-30 23:59:59'],
    ['2026-12-31T23:59:59+08:00', 2, '2027-02-28 23:59:59'],
    ['2026-11-09T08:30:00+08:00', 36, '2029-11-09 08:30:00'],
    // Early morning in Shanghai is the day before in UTC. The civil day counts.
    ['2026-01-31T00:30:00+08:00', 1, '2026-02-28 00:30:00'],
  ];
  for (const [from, months, expected] of cases) {
    assert.equal(formatDateTime(addMonths(at(from), months, shanghai), shanghai), expected, from);
  }
});

test('a month across a clock change ends at the same civil time', () => {
  assert.equal(addMonths(at('2026-03-15T12:00:00+01:00'), 1, berlin), at('2026-04-15T12:00:00+02:00'));
  assert.equal(addMonths(at('2026-10-15T12:00:00+02:00'), 1, berlin), at('2026-11-15T12:00:00+01:00'));
  assert.equal(addMonths(at('2026-02-15T01:30:00-05:00'), 1, newYork), at('2026-03-15T01:30:00-04:00'));
});

test('a month whose end lies in a skipped hour ends after this hour, never before it', () => {
  // 02:30 does not exist on 29 March 2026 in Berlin and on 8 March 2026 in New York.
  assert.equal(addMonths(at('2026-02-28T02:30:00+01:00'), 1, berlin), at('2026-03-28T02:30:00+01:00'));
  assert.equal(addMonths(at('2026-01-29T02:30:00+01:00'), 2, berlin), at('2026-03-29T03:30:00+02:00'));
  assert.equal(addMonths(at('2026-02-08T02:30:00-05:00'), 1, newYork), at('2026-03-08T03:30:00-04:00'));
});

test('a month whose end lies in a repeated hour ends in the first occurrence of the hour', () => {
  // 25 October 2026 has 02:30 twice in Berlin; 1 November 2026 has 01:30 twice in New York.
  assert.equal(addMonths(at('2026-09-25T02:30:00+02:00'), 1, berlin), at('2026-10-25T02:30:00+02:00'));
  assert.equal(addMonths(at('2026-10-01T01:30:00-04:00'), 1, newYork), at('2026-11-01T01:30:00-04:00'));
});

test('property: adding months keeps the time of day and the day, or takes the last day of a shorter month', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 1, max: 36 }), anyZone, (instant, months, zone) => {
      const end = addMonths(instant, months, zone);
      assert.ok(end > instant);
      const [fromDay = '', fromTime] = formatDateTime(instant, zone).split(' ');
      const [toDay = '', toTime] = formatDateTime(end, zone).split(' ');
      const [year = 0, month = 0, day = 0] = fromDay.split('-').map(Number);
      const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
      const expected = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
      // A civil time that a clock change skips moves to a time after the gap.
      if (toTime !== fromTime)
        return assert.ok(isAfterGap(end, zone.name), `${zone.name} ${instant} ${months}`);
      assert.equal(toDay, expected.toISOString().slice(0, 10));
    }),
    { numRuns: 2000 },
  );
});

/** Whether the clocks of the zone were put forward during the 24 hours before this instant. */
function isAfterGap(instant: Instant, zone: string): boolean {
  const shown = (at: Instant) => Date.parse(`${byIntl(at, zone).replace(' ', 'T')}Z`) - at;
  return shown(instant) > shown(instant - 24 * 60 * 60 * 1000);
}

test('property: a longer term never ends before a shorter one', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 1, max: 35 }), anyZone, (instant, months, zone) => {
      assert.ok(addMonths(instant, months + 1, zone) > addMonths(instant, months, zone));
    }),
  );
});

test('property: a membership that is paid on a later day never ends on an earlier day', () => {
  fc.assert(
    fc.property(anyInstant, fc.nat(3 * 86_400_000), anyZone, (instant, laterMs, zone) => {
      // Compare civil days only: when the clocks are put back, a later instant has an earlier civil time.
      const day = (at: Instant) => formatDateTime(addMonths(at, 1, zone), zone).slice(0, 10);
      if (formatDateTime(instant, zone).slice(0, 10) > formatDateTime(instant + laterMs, zone).slice(0, 10))
        return;
      assert.ok(day(instant + laterMs) >= day(instant));
    }),
  );
});
