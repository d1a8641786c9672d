/** The schedule of the self-audit. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime, timeZone } from '../../../src/domain/zoned-time.ts';
import { nextAudit } from '../../../src/usecases/self-audit/self-audit-job.ts';
import { openShop } from '../../support/shop.ts';

test('the self-audit runs every night at 3:30 in the shop’s time zone and logs its findings', async () => {
  await using shop = await openShop();
  await shop.placeColourise();
  await shop.drain();
  const logged = () =>
    shop.log.lines.filter(({ message }) => message.startsWith('audit')).map(({ level }) => level);
  assert.deepEqual(logged(), ['info']);
  shop.clock.advance(7.5 * 60 * 60_000 - 1);
  await shop.drain();
  assert.deepEqual(logged(), ['info'], 'the self-audit ran before 3:30');
  shop.sql('update orders set version = 9');
  shop.clock.advance(1);
  await shop.drain();
  assert.deepEqual(logged(), ['info', 'error']);
  shop.clock.advance(24 * 60 * 60_000);
  await shop.drain();
  assert.deepEqual(logged(), ['info', 'error', 'error']);
});

test('a self-audit that crashes its process three times does not run again until the next night, and the log has an error', async () => {
  await using shop = await openShop();
  await shop.drain();
  shop.clock.advance(7.5 * 60 * 60_000);
  for (let death = 0; death < 3; death++) {
    const now = shop.clock.now();
    await shop.store.transaction((tx) => tx.jobs.claim(['audit_money'], now, now + 60_000));
    shop.clock.advance(60_000);
  }
  const audits = () =>
    shop.log.lines.filter(({ message }) => message.startsWith('audit')).map(({ message }) => message);
  assert.deepEqual(audits(), ['audit passed']);
  await shop.drain();
  assert.deepEqual(audits(), ['audit passed', 'audit given up until the next night']);
  const times = await shop.store.read.jobs.processingTimes(['audit_money'], 0);
  assert.equal(times.find(({ kind }) => kind === 'audit_money')?.failed, 1);
  shop.clock.advance(24 * 60 * 60_000);
  await shop.drain();
  assert.equal(audits().at(-1), 'audit passed');
});

test('the self-audit also runs at 3:30 on the days on which the clocks change', () => {
  const zone = timeZone('Europe/Berlin');
  for (const [start, days] of [
    [Date.UTC(2026, 9, 23, 12), ['2026-10-24', '2026-10-25', '2026-10-26']],
    [Date.UTC(2027, 2, 26, 12), ['2027-03-27', '2027-03-28', '2027-03-29']],
  ] as const) {
    let at = start;
    const times = days.map(() => {
      at = nextAudit(at, zone);
      return formatDateTime(at, zone);
    });
    assert.deepEqual(
      times,
      days.map((day) => `${day} 03:30:00`),
    );
    assert.equal(formatDateTime(nextAudit(at - 1, zone), zone), times.at(-1));
  }
});
