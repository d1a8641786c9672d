/** Uploads. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newUpload, openShop, start } from './fixtures.ts';

export function uploadContract(open: OpenTestDatabase): void {
  describe('uploads', () => {
    it('an upload is found by its path until its deletion, and the time of its expiry can only become later', async () => {
      await using database = await open();
      const { store } = database;
      const { userId } = await openShop(store);
      const upload = newUpload({ ownerId: userId });
      await store.transaction((tx) => tx.uploads.insert(upload));
      assert.deepEqual(await store.read.uploads.byPath(upload.path), upload);
      await store.transaction((tx) => tx.uploads.keep(upload.path, upload.keptUntil + 5));
      await store.transaction((tx) => tx.uploads.keep(upload.path, upload.keptUntil + 2));
      assert.equal((await store.read.uploads.byPath(upload.path))?.keptUntil, upload.keptUntil + 5);
      const end = upload.keptUntil + 5;
      const deleteExpired = (now: number) =>
        store.transaction((tx) => tx.uploads.deleteExpired(upload.path, now));
      assert.equal(await deleteExpired(end - 1), false, 'the expiry has moved later');
      assert.equal(await deleteExpired(end), true);
      assert.equal(await deleteExpired(end), false);
      assert.equal(await store.read.uploads.byPath(upload.path), undefined);
    });

    it('expired uploads are sorted by expiry, the earliest first', async () => {
      await using database = await open();
      const { store } = database;
      const late = newUpload({ keptUntil: start + 2 });
      const early = newUpload({ keptUntil: start + 1 });
      const kept = newUpload({ keptUntil: start + 3 });
      await store.transaction(async (tx) => {
        for (const upload of [late, early, kept]) await tx.uploads.insert(upload);
      });
      assert.deepEqual(await store.read.uploads.expired(start + 2, 9), [early, late]);
      assert.deepEqual(await store.read.uploads.expired(start + 2, 1), [early]);
    });
  });
}
