/** The rate limits of clients and the places of event streams, which all processes of the shop count together. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SpentLimit } from '../../../src/usecases/callers/limit-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';

/** Much longer than a test takes, so that nearly nothing is restored during a test. */
const windowMs = 10 * 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

function spent(key: string, spentMs: number, restoredInMs = spentMs): SpentLimit {
  return { key, windowMs, spentMs, restoredInMs };
}

/** Allows a value up to half an hour too low, because the database's clock advances between two calls. */
function assertAbout(actualMs: number | undefined, expectedMs: number): void {
  assert.ok(
    actualMs !== undefined && actualMs <= expectedMs && actualMs > expectedMs - hourMs / 2,
    `${actualMs} ms instead of about ${expectedMs} ms`,
  );
}

export function limitContract(open: OpenTestDatabase): void {
  describe('what clients spend of a limit', () => {
    it('what all processes report about one client is added up', async () => {
      await using database = await open();
      const { store } = database;
      const spend = (...items: SpentLimit[]) => store.transaction((tx) => tx.limits.spend(items));
      const first = await spend(spent('b', hourMs), spent('a', 2 * hourMs));
      assert.deepEqual(first.map(({ key }) => key).toSorted(), ['a', 'b']);
      const [again] = await spend(spent('a', 3 * hourMs));
      assertAbout(again?.restoredInMs, 5 * hourMs);
      const [other] = await spend(spent('b', hourMs));
      assertAbout(other?.restoredInMs, 2 * hourMs);
    });

    it('an amount that was restored to the client before a process reports its use does not count', async () => {
      await using database = await open();
      const { store } = database;
      const spend = (item: SpentLimit) => store.transaction((tx) => tx.limits.spend([item]));
      const [old] = await spend(spent('a', hourMs, -hourMs));
      assertAbout(old?.restoredInMs, -hourMs);
      const [next] = await spend(spent('a', 3 * hourMs));
      assertAbout(next?.restoredInMs, 3 * hourMs);
    });

    it('after the clock was set back, the former use of a client counts as two windows at most', async () => {
      await using database = await open();
      const { store } = database;
      const spend = (item: SpentLimit) => store.transaction((tx) => tx.limits.spend([item]));
      await spend(spent('a', hourMs, 100 * windowMs));
      const [next] = await spend(spent('a', hourMs));
      assertAbout(next?.restoredInMs, 2 * windowMs + hourMs);
    });

    it('the purge deletes the rows of limits that were restored more than a minute ago, and keeps the other rows', async () => {
      await using database = await open();
      const { store } = database;
      const spend = (...items: SpentLimit[]) => store.transaction((tx) => tx.limits.spend(items));
      await spend(spent('old', hourMs, -hourMs), spent('new', hourMs));
      await store.transaction((tx) => tx.limits.purge());
      const [old] = await spend(spent('old', 0, -2 * hourMs));
      assertAbout(old?.restoredInMs, -2 * hourMs);
      const [kept] = await spend(spent('new', hourMs));
      assertAbout(kept?.restoredInMs, 2 * hourMs);
    });
  });

  describe('the places that processes hold for clients', () => {
    it('a process reads how many places the other processes hold, and released places no longer count', async () => {
      await using database = await open();
      const { store } = database;
      const hold = (process: string, key: string, held: number) =>
        store.transaction((tx) => tx.limits.hold(process, [{ key, held }], hourMs));
      assert.deepEqual(await hold('p', 'a', 3), []);
      assert.deepEqual(await hold('q', 'a', 1), [{ key: 'a', held: 3 }]);
      await hold('r', 'a', 5);
      await hold('r', 'b', 7);
      assert.deepEqual(await hold('p', 'a', 2), [{ key: 'a', held: 6 }]);
      assert.deepEqual(await hold('q', 'a', 0), [{ key: 'a', held: 7 }]);
      await store.transaction((tx) => tx.limits.release('r'));
      assert.deepEqual(await hold('q', 'a', 0), [{ key: 'a', held: 2 }]);
      assert.deepEqual(await hold('q', 'b', 0), []);
    });

    it('the places of a process that no longer reports count only until their time is over', async () => {
      await using database = await open();
      const { store } = database;
      const hold = (process: string, keptMs: number) =>
        store.transaction((tx) => tx.limits.hold(process, [{ key: 'a', held: 4 }], keptMs));
      await hold('crashed', -1);
      assert.deepEqual(await hold('p', hourMs), []);
      await hold('crashed', hourMs);
      assert.deepEqual(await hold('p', hourMs), [{ key: 'a', held: 4 }]);
    });
  });
}
