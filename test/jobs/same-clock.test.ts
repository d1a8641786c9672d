/** A process must not start if its clock differs from the clock of the database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSameClock } from '../../src/jobs/same-clock.ts';
import { openSqlite } from '../support/databases.ts';
import { openShop } from '../support/shop.ts';

test('without the check, a worker whose clock is ahead by the length of a lease claims a job that another worker is running', async () => {
  await using shop = await openShop();
  await shop.pay(await shop.placeColourise());
  const claim = (now: number) =>
    shop.store.transaction((tx) => tx.jobs.claim(['process_order'], now, now + 30_000));
  const mine = await claim(shop.clock.now());
  assert.ok(mine !== undefined);
  assert.equal(await claim(shop.clock.now() + 5_000), undefined);
  assert.equal((await claim(shop.clock.now() + 30_000))?.id, mine.id);
});

test('a process whose clock differs by more than 5 s does not start, and the error states the difference', async () => {
  const ahead = (ms: number) => requireSameClock({ clockAheadMs: async () => ms });
  await ahead(5_000);
  await ahead(-5_000);
  await assert.rejects(ahead(31_000), /31 s ahead of the database's/);
  await assert.rejects(ahead(-5_600), /6 s behind the database's/);
});

test('on SQLite the clock of the process is the clock of the database', async () => {
  await using database = await openSqlite({ clock: { now: () => 5 } });
  assert.equal(await database.store.clockAheadMs(), 0);
});
