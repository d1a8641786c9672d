/** The photo check before payment: access to the upload, one check for each photo and good, and previews. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enlargedPixelsMax } from '../../../src/domain/goods/restore-good.ts';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import type { CheckTask } from '../../../src/usecases/ports/image-work.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, colourise, idPhoto, openShop, type Shop, source, vip } from '../../support/shop.ts';

function check(shop: Shop, path: string, goodsId: number, caller: Caller = anonymous) {
  return shop.service.checkPhoto({ caller, client: 'c', goodsId, path, details: {}, withPreview: false });
}

function preview(shop: Shop, path: string, goodsId: number = idPhoto.goodsId, caller: Caller = anonymous) {
  return shop.service.checkPhoto({ caller, client: 'c', goodsId, path, details: {}, withPreview: true });
}

test('a check returns the warnings and the refusal of the image process', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  assert.deepEqual(await check(shop, path, idPhoto.goodsId), {
    kind: 'checked',
    refusal: null,
    warnings: ['soft_focus'],
    preview: null,
    canEnlarge: null,
    report: null,
    marks: [],
  });
  const withoutFace = await shop.upload();
  shop.uploadImages.plan = { refused: 'no_face' };
  const { refusal } = await check(shop, withoutFace, idPhoto.goodsId);
  assert.equal(refusal, 'no_face');
  assert.deepEqual([...shop.disk.local.keys()], [], 'the check leaves a scratch file');
});

test('a photo is checked once for each good within 15 minutes', async () => {
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

test('one check by an image process returns both the verdict and the preview', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  const first = await preview(shop, path);
  assert.equal(first.preview, 'preview1');
  assert.deepEqual(await preview(shop, path), first);
  assert.deepEqual(await check(shop, path, idPhoto.goodsId), { ...first, preview: null });
  assert.equal(shop.uploadImages.checks.length, 1);
});

test('after a check without a preview, a preview needs a second check', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  await check(shop, path, idPhoto.goodsId);
  assert.equal((await preview(shop, path)).preview, 'preview2');
  assert.equal(shop.uploadImages.checks.length, 2);
});

test('only the previews of old photos are queued as free extras; checks and other previews are not', async () => {
  const options: unknown[] = [];
  await using shop = await openShop({
    wrap: (deps) => ({
      ...deps,
      uploadImages: {
        ...deps.uploadImages,
        check: (task, given) => {
          options.push(given);
          return deps.uploadImages.check(task, given);
        },
      },
    }),
  });
  const path = await shop.upload();
  await check(shop, path, colourise.goodsId);
  assert.equal((await preview(shop, path, colourise.goodsId)).preview, 'preview2');
  await preview(shop, path, await restoration(shop));
  await preview(shop, path);
  assert.deepEqual(
    options.map((given) => Reflect.get(Object(given), 'isExtra')),
    [false, true, true, false],
  );
  assert.ok(options.every((given) => typeof Reflect.get(Object(given), 'client') === 'string'));
});

test('a refused photo and another user’s upload have no preview', async () => {
  await using shop = await openShop();
  const owner = await shop.service.identify({ bearer: 'subject alice' }, source);
  const path = await shop.upload(owner);
  assert.equal((await preview(shop, path, idPhoto.goodsId, owner)).preview, 'preview1');
  await assert.rejects(preview(shop, path), code('invalid_parameters', '/path'));
  const bad = await shop.upload();
  shop.uploadImages.plan = { refused: 'cut_out_failed' };
  assert.equal((await preview(shop, bad)).preview, null);
});

test('a check that fails is reported as unavailable and is not cached', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  shop.uploadImages.plan = 'lost';
  await assert.rejects(check(shop, path, idPhoto.goodsId), code('unavailable'));
  shop.uploadImages.plan = 'made';
  assert.equal((await check(shop, path, idPhoto.goodsId)).refusal, null);
});

test('another user’s upload, an unknown good and a good without a photo are refused, as in an order', async () => {
  await using shop = await openShop();
  const owner = await shop.service.identify({ bearer: 'subject alice' }, source);
  const path = await shop.upload(owner);
  await assert.rejects(check(shop, path, idPhoto.goodsId), code('invalid_parameters', '/path'));
  await assert.rejects(check(shop, 'uploads/none.jpg', idPhoto.goodsId), code('invalid_parameters', '/path'));
  assert.equal((await check(shop, path, idPhoto.goodsId, owner)).refusal, null);
  await assert.rejects(check(shop, path, 99), code('invalid_parameters', '/goods_id'));
  await assert.rejects(check(shop, path, vip.goodsId), code('invalid_parameters', '/goods_id'));
  assert.equal(shop.uploadImages.checks.length, 1, 'a refused call checks a photo');
});

test('an expired upload is refused even if its verdict is cached', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  await check(shop, path, idPhoto.goodsId);
  shop.clock.advance(25 * 60 * 60_000);
  await assert.rejects(check(shop, path, idPhoto.goodsId), code('upload_expired'));
});

/** Puts a good of the default catalogue on the shelf. @returns its id. */
async function putOnShelf(shop: Shop, functName: string): Promise<number> {
  shop.sql('update goods set on_shelf = 1 where funct_name = ?', functName);
  const goods = await shop.service.listGoods();
  return goods.find((good) => good.functName === functName)?.id ?? 0;
}

const everySize = (shop: Shop) => putOnShelf(shop, 'mark_order_id_photo');
const restoration = (shop: Shop) => putOnShelf(shop, 'mark_order_photo_restore');

function restored(shop: Shop, goodsId: number, path: string, details: object, withPreview = true) {
  const call = { caller: anonymous, client: 'c', goodsId, path, withPreview };
  return shop.service.checkPhoto({ ...call, details: { ...details } });
}

test('the preview of a restoration comes with the damage; a check without preview does not search for damage', async () => {
  await using shop = await openShop();
  const goodsId = await restoration(shop);
  const path = await shop.upload();
  const before = await restored(shop, goodsId, path, {}, false);
  assert.deepEqual([before.preview, before.damage], [null, undefined]);
  const shown = await restored(shop, goodsId, path, {});
  assert.deepEqual([shown.preview, shown.damage], ['preview2', { share: 0.03, marks: 'marks2' }]);
  assert.equal((await restored(shop, goodsId, path, {}, false)).damage, undefined);
});

test('a restoration is checked for its colours and its enlargement, and a colourisation ignores both', async () => {
  await using shop = await openShop();
  const goodsId = await restoration(shop);
  const path = await shop.upload();
  const choices = [{}, { colour: 1 }, { colour: 1, enlarge: 1 }];
  for (const details of choices) await restored(shop, goodsId, path, details);
  for (const details of choices) await restored(shop, colourise.goodsId, path, details);
  assert.deepEqual(
    shop.uploadImages.checks.map((task) => task.restoration),
    [
      { isColoured: false, isEnlarged: false },
      { isColoured: true, isEnlarged: false },
      { isColoured: true, isEnlarged: true },
      undefined,
    ],
  );
});

test('the check of a restoration says whether the photo can be enlarged, and other checks do not', async () => {
  await using shop = await openShop();
  const goodsId = await restoration(shop);
  const path = await shop.upload();
  const enlarged = async () => (await restored(shop, goodsId, path, {}, false)).canEnlarge;
  for (const [width, expected] of [
    [enlargedPixelsMax / 1_000, true],
    [enlargedPixelsMax / 1_000 + 1, false],
  ] as const) {
    shop.sql('update uploads set width_px = ?, height_px = 1000', width);
    assert.equal(await enlarged(), expected);
  }
  assert.equal((await check(shop, path, colourise.goodsId)).canEnlarge, null);
});

test('the newest 400 previews are cached, and a new one removes the oldest', async () => {
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
  // Five sizes that differ in pixels, because equal sizes would share one check.
  const sizes = ['one_inch', 'two_inch', 'small_one_inch', 'us_visa', 'english_test'];
  const paths: string[] = [];
  for (let n = 0; n < 81; n++) paths.push(await shop.upload());
  for (const path of paths) for (const size of sizes) await shown(path, size);
  const checks = shop.uploadImages.checks.length;
  assert.equal(checks, 405);
  await shown(paths[1] ?? '', 'one_inch');
  await shown(paths[80] ?? '', 'us_visa');
  assert.equal(shop.uploadImages.checks.length, checks, 'one of the newest 400 was forgotten');
  await shown(paths[0] ?? '', 'one_inch');
  assert.equal(shop.uploadImages.checks.length, checks + 1, 'the oldest is still remembered');
});

test('a good with several sizes is checked for the requested size', async () => {
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

test('if the file must have a certain size, the check examines the photo of the order, with its background, correction and label', async () => {
  const aiLabels = {
    colourised: { sourceType: 'none', isAiMade: false },
    restored: { sourceType: 'none', isAiMade: false },
    idPhoto: { sourceType: 'algorithmicallyEnhanced', isAiMade: true },
    producer: 'Corner shop',
  } as const;
  await using shop = await openShop({ settings: { aiLabels } });
  const good = { functName: 'mark_order_id_photo', goodsId: await everySize(shop) };
  const path = await shop.upload();
  const choices = { size: 'two_inch', color: '#ffffff-#c0d0e0', correct: 1, kb_max: 20 };
  const call = { caller: anonymous, client: 'c', goodsId: good.goodsId, path, withPreview: false };
  await shop.service.checkPhoto({ ...call, details: choices });
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(good, { ...choices, path }));
  await shop.pay(orderNo);
  await shop.drain();
  const [checked] = shop.uploadImages.checks;
  const [made] = shop.orderImages.tasks;
  assert.ok(checked !== undefined && made?.kind === 'id_photo');
  const examined = ({
    fileWindow,
    sourceType,
    aigc,
  }: Pick<CheckTask, 'fileWindow' | 'sourceType' | 'aigc'>) => ({
    ...{ fileWindow, sourceType, producer: aigc?.producer, numberLength: aigc?.produceId.length },
  });
  assert.deepEqual(
    { ...examined(checked), background: checked.background, isCorrected: checked.isCorrected },
    { ...examined(made), background: made.background, isCorrected: made.isCorrected },
  );
  assert.equal(checked.background, '#ffffff-#c0d0e0');
});

test('photos on several backgrounds share one check if their files may have any size', async () => {
  await using shop = await openShop();
  const goodsId = await everySize(shop);
  const path = await shop.upload();
  const call = { caller: anonymous, client: 'c', goodsId, path, withPreview: false };
  for (const color of ['white', 'blue']) {
    await shop.service.checkPhoto({ ...call, details: { size: 'two_inch', color } });
  }
  assert.equal(shop.uploadImages.checks.length, 1);
});
