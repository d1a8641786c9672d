/** Uploads: decoded before their path is given out; what is refused leaves nothing. */

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { imageRefusals, unavailableCauses } from '../../../src/usecases/ports/image-work.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, colourise, openShop, type Shop } from '../../support/shop.ts';

function send(shop: Shop, bytes = 'a photo'): ReturnType<Shop['service']['acceptUpload']> {
  return shop.service.acceptUpload({
    caller: anonymous,
    client: '192.0.2.1',
    source: Readable.from([Buffer.from(bytes)]),
    requestId: 'r',
  });
}

function assertNothingLeft(shop: Shop): void {
  assert.deepEqual([...shop.disk.stored.keys()], []);
  assert.deepEqual([...shop.disk.local.keys()], []);
}

test('an upload is kept under an unguessable path, with its size, for a day', async () => {
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

test('what is refused is told in a sentence and leaves no file', async () => {
  await using shop = await openShop();
  for (const refusal of imageRefusals) {
    shop.uploadImages.plan = { refused: refusal };
    await assert.rejects(send(shop), code('unusable_image'));
  }
  assertNothingLeft(shop);
});

test('an image that takes its decoder down is refused, and leaves no file', async () => {
  await using shop = await openShop();
  shop.uploadImages.plan = 'lost';
  await assert.rejects(send(shop), code('unusable_image'));
  assertNothingLeft(shop);
  assert.ok(shop.log.lines.some(({ message }) => message === 'upload lost its decoder'));
});

test('the machine’s troubles are 503 and never a damaged image, and leave no file', async () => {
  await using shop = await openShop();
  for (const cause of unavailableCauses) {
    shop.uploadImages.plan = { unavailable: cause };
    await assert.rejects(
      send(shop),
      (error) => error instanceof AppError && error.code === 'unavailable' && (error.retryAfterS ?? 0) > 0,
    );
  }
  assertNothingLeft(shop);
  shop.uploadImages.plan = 'made';
  shop.disk.scratch.receive = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  await assert.rejects(send(shop), code('unavailable'));
});

test('an upload beyond the bound is refused, and leaves no file', async () => {
  await using shop = await openShop();
  await assert.rejects(send(shop, 'x'.repeat(1001)), code('body_too_large'));
  assertNothingLeft(shop);
  assert.deepEqual(shop.uploadImages.tasks, []);
});

test('a crash while the file is stored leaves a row that is swept, never a path that leads nowhere', async () => {
  await using shop = await openShop();
  const { put } = shop.disk.files;
  shop.disk.files.put = () => Promise.reject(new Error('the disk is full'));
  await assert.rejects(send(shop), /the disk is full/);
  shop.disk.files.put = put;
  assertNothingLeft(shop);
  assert.equal((await shop.store.read.uploads.expired(Number.MAX_SAFE_INTEGER, 10)).length, 1);
  shop.clock.advance(25 * 60 * 60_000);
  await shop.drain();
  assert.deepEqual(await shop.store.read.uploads.expired(Number.MAX_SAFE_INTEGER, 10), []);
});

test('an upload that no order took is swept after its time, row and file', async () => {
  await using shop = await openShop();
  const { path } = await send(shop);
  shop.clock.advance(24 * 60 * 60_000 - 1);
  await shop.drain();
  assert.ok(shop.disk.stored.has(path));
  shop.clock.advance(60_001);
  await shop.drain();
  assert.deepEqual([...shop.disk.stored.keys()], []);
  assert.equal(await shop.store.read.uploads.byPath(path), undefined);
});

test('an upload that an order takes while it is being swept stays', async () => {
  await using shop = await openShop();
  const { path } = await send(shop);
  shop.clock.advance(24 * 60 * 60_000);
  const { uploads } = shop.store.read;
  const expired = await uploads.expired(shop.clock.now(), 10);
  // The sweep has looked; the order was placed on another machine a moment before.
  await shop.store.transaction((tx) => tx.uploads.keep(path, shop.clock.now() + 60_000));
  assert.equal(expired.length, 1);
  await shop.purgeWith({ uploads: { ...uploads, expired: async () => expired } });
  assert.ok((await shop.store.read.uploads.byPath(path)) !== undefined);
});

test('the upload of a paid order is kept as long as its result', async () => {
  await using shop = await openShop();
  const { path } = await send(shop);
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(colourise, { path }));
  await shop.pay(orderNo);
  await shop.drain();
  shop.clock.advance(6 * 24 * 60 * 60_000);
  await shop.drain();
  assert.ok(shop.disk.stored.has(path));
  shop.clock.advance(2 * 24 * 60 * 60_000);
  await shop.drain();
  await shop.drain();
  assert.deepEqual(
    [...shop.disk.stored.keys()].filter((key) => key.startsWith('uploads/')),
    [],
  );
});
