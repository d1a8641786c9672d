/** Links with which another device sends a photo. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PhotoLink } from '../../../src/usecases/pictures/photo-link-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { start } from './fixtures.ts';

const link: PhotoLink = {
  tokenHash: 'token',
  secretHash: 'secret',
  uploadPath: null,
  photos: 0,
  createdAt: start,
  expiresAt: start + 10,
};

export function photoLinkContract(open: OpenTestDatabase): void {
  describe('photo links', () => {
    it('are found by the hash of the token and by the hash of the secret, until they are deleted by the secret', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction((tx) => tx.photoLinks.insert(link));
      assert.deepEqual(await store.read.photoLinks.byHash('token'), link);
      assert.deepEqual(await store.read.photoLinks.byHash('secret'), link);
      await store.transaction((tx) => tx.photoLinks.delete('token'));
      assert.deepEqual(await store.read.photoLinks.byHash('token'), link, 'the token deletes nothing');
      await store.transaction((tx) => tx.photoLinks.delete('secret'));
      assert.equal(await store.read.photoLinks.byHash('token'), undefined);
    });

    it('take photos that are sent with the token, up to the maximum number and until they expire, and keep the last one', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction((tx) => tx.photoLinks.insert(link));
      const put = (hash: string, path: string, now: number) =>
        store.transaction((tx) => tx.photoLinks.putPhoto(hash, path, now, 2));
      assert.equal(await put('secret', 'x', start), false, 'the secret sends nothing');
      assert.equal(await put('token', 'x', start + 10), false, 'expired');
      assert.equal(await put('token', 'a', start), true);
      assert.equal(await put('token', 'b', start + 9), true);
      assert.equal(await put('token', 'c', start + 9), false, 'the maximum');
      const { uploadPath, photos } = (await store.read.photoLinks.byHash('token')) ?? {};
      assert.deepEqual([uploadPath, photos], ['b', 2]);
    });

    it('are purged after they expire', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction((tx) => tx.photoLinks.insert(link));
      await store.transaction((tx) => tx.photoLinks.purge(start + 10));
      assert.notEqual(await store.read.photoLinks.byHash('token'), undefined);
      await store.transaction((tx) => tx.photoLinks.purge(start + 11));
      assert.equal(await store.read.photoLinks.byHash('token'), undefined);
    });
  });
}
