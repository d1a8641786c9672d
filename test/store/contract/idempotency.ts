/** The stored responses of calls with an idempotency key. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { start } from './fixtures.ts';

export function idempotencyContract(open: OpenTestDatabase): void {
  describe('idempotency records', () => {
    const record = { scope: 'u1', key: 'k', bodyHash: 'h', answer: null, orderNo: null, createdAt: start };

    it('of two simultaneous calls with the same scope and key, only one inserts the record', async () => {
      await using database = await open();
      const { store } = database;
      const take = (scope: string) => store.transaction((tx) => tx.idempotency.insert({ ...record, scope }));
      const taken = await Promise.all([take('u1'), take('u1'), take('u2')]);
      assert.deepEqual(taken.toSorted(), [false, true, true]);
      assert.deepEqual(await store.read.idempotency.find('u1', 'k'), record);
      assert.equal(await store.read.idempotency.find('u3', 'k'), undefined);
    });

    it('a later call replaces an old record without a response, and never replaces a record with a response', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction((tx) => tx.idempotency.insert(record));
      const later = { ...record, bodyHash: 'h2', orderNo: 'A', createdAt: start + 100 };
      const takeOver = (before: number) => store.transaction((tx) => tx.idempotency.takeOver(later, before));
      assert.equal(await takeOver(start), false);
      assert.equal(await takeOver(start + 1), true);
      assert.deepEqual(await store.read.idempotency.find('u1', 'k'), later);
      await store.transaction((tx) => tx.idempotency.answer(record, 'of the first'));
      assert.equal((await store.read.idempotency.find('u1', 'k'))?.answer, null);
      await store.transaction((tx) => tx.idempotency.answer(later, '{}'));
      assert.equal(await takeOver(start + 1000), false);
      assert.equal((await store.read.idempotency.find('u1', 'k'))?.answer, '{}');
    });

    it('a record is removed only by the call that inserted it, and old records are purged', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction(async (tx) => {
        for (const key of ['a', 'b', 'c']) await tx.idempotency.insert({ ...record, key });
        await tx.idempotency.insert({ ...record, key: 'young', createdAt: start + 9 });
        await tx.idempotency.remove({ ...record, key: 'a' });
        await tx.idempotency.remove({ ...record, key: 'b', createdAt: start - 1 });
      });
      assert.equal(await store.transaction((tx) => tx.idempotency.purge(start + 9)), 2);
      assert.equal((await store.read.idempotency.find('u1', 'young'))?.createdAt, start + 9);
    });
  });
}
