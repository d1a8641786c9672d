/** The check before payment: an order's own rules on who may use an upload, one look per photo and good. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, colourise, idPhoto, openShop, type Shop, source, vip } from '../../support/shop.ts';

function check(shop: Shop, path: string, goodsId: number, caller: Caller = anonymous) {
  return shop.service.checkPhoto({ caller, client: 'c', goodsId, path, details: {}, withPreview: false });
}

function preview(shop: Shop, path: string, goodsId: number = idPhoto.goodsId, caller: Caller = anonymous) {
  return shop.service.checkPhoto({ caller, client: 'c', goodsId, path, details: {}, withPreview: true });
}

test('the verdict is that of the work, with its warnings', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  assert.deepEqual(await check(shop, path, idPhoto.goodsId), {
    kind: 'checked',
    refusal: null,
    warnings: ['soft_focus'],
    preview: null,
  });
  const nobody = await shop.upload();
  shop.uploadImages.plan = { refused: 'no_face' };
  const { refusal } = await check(shop, nobody, idPhoto.goodsId);
  assert.equal(refusal, 'no_face');
  assert.deepEqual([...shop.disk.local.keys()], [], 'a look leaves no file behind');
});

test('one photo is looked at once per good, until the answer is forgotten', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  await Promise.all([1, 2, 3].map(() => check(shop, path, idPhoto.goodsId)));
  assert.equal(shop.uploadImages.checks.length, 1);
  await check(shop, path, colourise.goodsId);
  assert.deepEqual(
    shop.uploadImages.checks.map(({ idPhoto: size }) => size?.heightPx ?? null),
    [413, null],
  );
  shop.clock.advance(15 * 60_000);
  await check(shop, path, idPhoto.goodsId);
  assert.equal(shop.uploadImages.checks.length, 3);
});

test('a preview comes with the verdict to whoever asks for it, from one look', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  const first = await preview(shop, path);
  assert.equal(first.preview, 'preview1');
  assert.deepEqual(await preview(shop, path), first);
  assert.deepEqual(await check(shop, path, idPhoto.goodsId), { ...first, preview: null });
  assert.equal(shop.uploadImages.checks.length, 1);
});

test('a preview is looked for anew after a verdict without one, and colourisation has none', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  await check(shop, path, idPhoto.goodsId);
  assert.equal((await preview(shop, path)).preview, 'preview2');
  assert.equal((await preview(shop, path, colourise.goodsId)).preview, null);
  await check(shop, path, colourise.goodsId);
  assert.equal(shop.uploadImages.checks.length, 3);
});

test('a refused photo and another’s upload show nothing', async () => {
  await using shop = await openShop();
  const owner = await shop.service.identify({ bearer: 'subject alice' }, source);
  const path = await shop.upload(owner);
  assert.equal((await preview(shop, path, idPhoto.goodsId, owner)).preview, 'preview1');
  await assert.rejects(preview(shop, path), code('invalid_parameters', '/path'));
  const bad = await shop.upload();
  shop.uploadImages.plan = { refused: 'cut_out_failed' };
  assert.equal((await preview(shop, bad)).preview, null);
});

test('a check that was lost is told as such, and not remembered', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  shop.uploadImages.plan = 'lost';
  await assert.rejects(check(shop, path, idPhoto.goodsId), code('unavailable'));
  shop.uploadImages.plan = 'made';
  assert.equal((await check(shop, path, idPhoto.goodsId)).refusal, null);
});

test('another’s upload, an unknown good and a good without a photo are wrong parameters, as for an order', async () => {
  await using shop = await openShop();
  const owner = await shop.service.identify({ bearer: 'subject alice' }, source);
  const path = await shop.upload(owner);
  await assert.rejects(check(shop, path, idPhoto.goodsId), code('invalid_parameters', '/path'));
  await assert.rejects(check(shop, 'uploads/none.jpg', idPhoto.goodsId), code('invalid_parameters', '/path'));
  assert.equal((await check(shop, path, idPhoto.goodsId, owner)).refusal, null);
  await assert.rejects(check(shop, path, 99), code('invalid_parameters', '/goods_id'));
  await assert.rejects(check(shop, path, vip.goodsId), code('invalid_parameters', '/goods_id'));
  assert.equal(shop.uploadImages.checks.length, 1, 'only what may be used is looked at');
});

test('an upload past its time is gone, whatever is remembered of it', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  await check(shop, path, idPhoto.goodsId);
  shop.clock.advance(25 * 60 * 60_000);
  await assert.rejects(check(shop, path, idPhoto.goodsId), code('upload_expired'));
});

/** The good that is sold in every size, put on the shelf. */
async function everySize(shop: Shop): Promise<number> {
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
  const goods = await shop.service.listGoods();
  return goods.find(({ functName }) => functName === 'mark_order_id_photo')?.id ?? 0;
}

test('previews are kept for 400 photos and sizes; the oldest makes room', async () => {
  await using shop = await openShop();
  const goodsId = await everySize(shop);
  const shown = (path: string, size: string) =>
    shop.service.checkPhoto({
      caller: anonymous,
      client: 'c',
      goodsId,
      path,
      details: { size },
      withPreview: true,
    });
  // Sizes that are alike share a verdict.
  const sizes = ['one_inch', 'two_inch', 'small_one_inch', 'us_visa', 'english_test'];
  const paths: string[] = [];
  for (let n = 0; n < 81; n++) paths.push(await shop.upload());
  for (const path of paths) for (const size of sizes) await shown(path, size);
  const looks = shop.uploadImages.checks.length;
  assert.equal(looks, 405);
  await shown(paths[1] ?? '', 'one_inch');
  await shown(paths[80] ?? '', 'us_visa');
  assert.equal(shop.uploadImages.checks.length, looks, 'the newest 400 are remembered');
  await shown(paths[0] ?? '', 'one_inch');
  assert.equal(shop.uploadImages.checks.length, looks + 1, 'the first was dropped');
});

test('a good of every size is checked for the size that is asked for', async () => {
  await using shop = await openShop();
  const goodsId = await everySize(shop);
  const path = await shop.upload();
  await assert.rejects(check(shop, path, goodsId), code('invalid_parameters', '/size'));
  for (const size of ['two_inch', 'us_visa']) {
    await shop.service.checkPhoto({
      caller: anonymous,
      client: 'c',
      goodsId,
      path,
      details: { size },
      withPreview: false,
    });
  }
  assert.deepEqual(
    shop.uploadImages.checks.map(({ idPhoto: checked }) => checked?.widthPx),
    [413, 600],
  );
});
