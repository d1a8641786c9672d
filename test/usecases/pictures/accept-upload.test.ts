/** Uploads: a photo is decoded before its path is returned, and a refused photo leaves no file. */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { imageRefusals, unavailableCauses } from '../../../src/usecases/ports/image-work.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, openShop, type Shop } from '../../support/shop.ts';

function send(shop: Shop, bytes = 'a photo'): ReturnType<Shop['service']['acceptUpload']> {
  return shop.service.acceptUpload({
    caller: anonymous,
    client: '192.0.2.1',
    source: Readable.from([Buffer.from(bytes)]),
    requestId: 'r',
  });
}

function assertNoFiles(shop: Shop): void {
  assert.deepEqual([...shop.disk.stored.keys()], []);
  assert.deepEqual([...shop.disk.local.keys()], []);
}

test('an upload is stored for a day under an unguessable path, and its size is returned', async () => {
  await using shop = await openShop();
  const { path, widthPx, heightPx } = await send(shop);
  assert.match(path, /^uploads\/[0-9a-z]{25}\.jpg$/);
  assert.deepEqual([widthPx, heightPx], [295, 413]);
  assert.deepEqual([...shop.disk.stored.keys()], [path]);
  assert.deepEqual([...shop.disk.local.keys()], []);
  const upload = await shop.store.read.uploads.byPath(path);
  assert.equal(upload?.keptUntil, shop.clock.now() + 24 * 60 * 60_000);
  assert.equal(upload?.ownerId, null);
  const [task] = shop.uploadImages.tasks;
  assert.equal(task?.kind === 'normalise' && task.pixelsMax, 40_000_000);
});

test('every refusal is reported as unusable_image and leaves no file', async () => {
  await using shop = await openShop();
  for (const refusal of imageRefusals) {
    shop.uploadImages.plan = { refused: refusal };
    await assert.rejects(send(shop), code('unusable_image'));
  }
  assertNoFiles(shop);
});

test('an image that crashes the image process is refused and leaves no file', async () => {
  await using shop = await openShop();
  shop.uploadImages.plan = 'lost';
  await assert.rejects(send(shop), code('unusable_image'));
  assertNoFiles(shop);
  assert.ok(shop.log.lines.some(({ message }) => message === 'image process ended while decoding an upload'));
});

test('after a failure of the machine the upload is refused with 503, never as a damaged image, and no file is left', async () => {
  await using shop = await openShop();
  for (const cause of unavailableCauses) {
    shop.uploadImages.plan = { unavailable: cause };
    await assert.rejects(
      send(shop),
      (error) => error instanceof AppError && error.code === 'unavailable' && (error.retryAfterS ?? 0) > 0,
    );
  }
  assertNoFiles(shop);
  shop.uploadImages.plan = 'made';
  shop.disk.scratch.receive = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  await assert.rejects(send(shop), code('unavailable'));
});

test('an upload above the size limit is refused and leaves no file', async () => {
  await using shop = await openShop();
  await assert.rejects(send(shop, 'x'.repeat(1001)), code('body_too_large'));
  assertNoFiles(shop);
  assert.deepEqual(shop.uploadImages.tasks, []);
});

test('a failure while the file is stored leaves a row that the purge deletes, and returns no path', async () => {
  await using shop = await openShop();
  const { put } = shop.disk.files;
  shop.disk.files.put = () => Promise.reject(new Error('the disk is full'));
  await assert.rejects(send(shop), /the disk is full/);
  shop.disk.files.put = put;
  assertNoFiles(shop);
  assert.equal((await shop.store.read.uploads.expired(Number.MAX_SAFE_INTEGER, 10)).length, 1);
  shop.clock.advance(25 * 60 * 60_000);
  await shop.drain();
  assert.deepEqual(await shop.store.read.uploads.expired(Number.MAX_SAFE_INTEGER, 10), []);
});
