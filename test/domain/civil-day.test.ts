import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayOf, formatDay, parseDay, startOfDay } from '../../src/domain/civil-day.ts';
import { timeZone } from '../../src/domain/zoned-time.ts';

test('parseDay accepts only days that exist in the calendar', () => {
  for (const text of ['2026-02-28', '2028-02-29', '1970-01-01', '2026-12-31']) {
    const day = parseDay(text);
    assert.ok(day !== undefined, text);
    assert.equal(formatDay(day), text);
  }
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '',
    '2026-01-01T00',
  ]) {
    assert.equal(parseDay(text), undefined, text);
  }
});

test('a day begins at midnight of its zone, also where a clock change skips or repeats midnight', () => {
  const cases: [string, string, string][] = [
    ['Asia/Shanghai', '2026-11-02', '2026-11-01T16:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-02', '2026-11-01T18:15:00.000Z'],
    // Clocks go from 00:00 to 01:00.
    ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
    // Clocks go from 01:00 back to 00:00.
    ['America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'],
  ];
  for (const [zone, text, expected] of cases) {
    assert.equal(new Date(startOfDay(parseDay(text) ?? 0, timeZone(zone))).toISOString(), expected, zone);
  }
});

test('property: every instant lies between the start of its day and the start of the next day', () => {
  const from = Date.UTC(2020, 0, 1);
  const to = Date.UTC(2030, 0, 1);
  for (const name of ['Asia/Shanghai', 'Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe']) {
    const zone = timeZone(name);
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (at) => {
        const day = dayOf(at, zone);
        assert.ok(startOfDay(day, zone) <= at);
        assert.ok(at < startOfDay(day + 1, zone));
      }),
    );
  }
});
