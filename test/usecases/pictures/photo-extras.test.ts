/** Other background colours and print sheets of a finished ID photo: made once, and kept as long as the result. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BackgroundColour } from '../../../src/domain/goods/id-photo.ts';
import type { OrderDetails } from '../../../src/domain/goods/parameters.ts';
import { eraseOrder } from '../../../src/usecases/retention/erase-customer.ts';
import { code } from '../../support/app-error.ts';
import { testSettings } from '../../support/deps.ts';
import { anonymous, idPhoto, openShop, operator, type Shop } from '../../support/shop.ts';

async function donePhoto(
  shop: Shop,
  good: Parameters<Shop['placeCall']>[0] = idPhoto,
  choices: OrderDetails = {},
): Promise<string> {
  const details = { path: await shop.upload(), color: 'blue', ...choices };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(good, details));
  await shop.pay(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  return orderNo;
}

/** The id photo of any size and background, on the shelf. */
async function sizedIdPhoto(shop: Shop) {
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
  const goods = await shop.service.listGoods();
  return goods.find(({ functName }) => functName === 'mark_order_id_photo') ?? assert.fail('no good');
}

const colour = (shop: Shop, orderNo: string, wanted: BackgroundColour) =>
  shop.service.photoColour({ caller: anonymous, client: 'c', orderNo, colour: wanted });

const sheet = (shop: Shop, orderNo: string, wanted: BackgroundColour | null = null) =>
  shop.service.photoSheet({ caller: anonymous, client: 'c', orderNo, paper: 'four_r', colour: wanted });

function fileOf(url: string): string {
  return url.replace('https://shop.test/files/', '').replace(/\?.*/, '');
}

test('photo_color returns the result itself for the ordered colour, and makes the picture in another colour once', async () => {
  await using shop = await openShop();
  const orderNo = await donePhoto(shop);
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  const blue = await colour(shop, orderNo, 'blue');
  assert.equal(blue.url, view.resultUrl);
  assert.deepEqual([blue.widthPx, blue.heightPx], [295, 413]);
  const [first, second] = await Promise.all([colour(shop, orderNo, 'red'), colour(shop, orderNo, 'red')]);
  const third = await colour(shop, orderNo, 'red');
  assert.deepEqual([second, third], [first, first]);
  assert.equal(fileOf(first.url), fileOf(blue.url).replace('.jpg', '-red.jpg'));
  const backgrounds = shop.orderImages.tasks.map((task) => task.kind === 'id_photo' && task.background);
  assert.deepEqual(backgrounds, ['blue', 'red']);
  assert.ok(shop.disk.stored.has(fileOf(first.url)));
  assert.deepEqual([...shop.disk.local.keys()], []);
});

test('a photo on another background gets the labels that the owners chose for ID photos, and a content number of its own', async () => {
  const producer = 'Corner shop';
  const aiLabels = {
    ...testSettings().aiLabels,
    idPhoto: { sourceType: 'trainedAlgorithmicMedia', isAiMade: true } as const,
    producer,
  };
  await using shop = await openShop({ settings: { aiLabels } });
  const orderNo = await donePhoto(shop);
  await colour(shop, orderNo, 'red');
  await sheet(shop, orderNo, 'white');
  const photos = shop.orderImages.tasks.filter((task) => task.kind === 'id_photo');
  assert.deepEqual(
    photos.map(({ background, sourceType, aigc }) => [background, sourceType, aigc?.producer]),
    ['blue', 'red', 'white'].map((background) => [background, 'trainedAlgorithmicMedia', producer]),
  );
  assert.equal(new Set(photos.map(({ aigc }) => aigc?.produceId)).size, 3);
});

test('a print sheet has the requested colour, and the ordered colour by default', async () => {
  await using shop = await openShop();
  const orderNo = await donePhoto(shop);
  const { url, copies, widthPx, heightPx } = await sheet(shop, orderNo);
  assert.deepEqual([copies, widthPx, heightPx], [10, 1795, 1205]);
  assert.match(fileOf(url), /-blue-four_r\.jpg$/);
  assert.match(fileOf((await sheet(shop, orderNo, 'white')).url), /-white-four_r\.jpg$/);
  const kinds = shop.orderImages.tasks.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['id_photo', 'sheet', 'id_photo', 'sheet']);
});

test('a photo on a colour of the customer or on a gradient has a print sheet', async () => {
  await using shop = await openShop();
  const { functName, id: goodsId } = await sizedIdPhoto(shop);
  const good = { functName, goodsId };
  const onColour = await donePhoto(shop, good, { size: 'one_inch', color: '#C0D0E0' });
  assert.match(fileOf((await sheet(shop, onColour)).url), /-c0d0e0-four_r\.jpg$/);
  const onGradient = await donePhoto(shop, good, { size: 'one_inch', color: '#ffffff-#c0d0e0' });
  const { url } = await sheet(shop, onGradient);
  assert.match(fileOf(url), /-ffffff-c0d0e0-four_r\.jpg$/);
  assert.ok(shop.disk.stored.has(fileOf(url)));
});

test('extras are purged together with the result and cannot be made after that', async () => {
  await using shop = await openShop();
  const orderNo = await donePhoto(shop);
  const files = [(await colour(shop, orderNo, 'red')).url, (await sheet(shop, orderNo)).url].map(fileOf);
  shop.clock.advance(7 * 24 * 60 * 60_000 - 1);
  assert.match(
    (await colour(shop, orderNo, 'white')).url,
    /-white\.jpg/,
    'the upload was purged before the result',
  );
  await shop.drain();
  for (const file of files) assert.ok(shop.disk.stored.has(file));
  shop.clock.advance(120_000);
  await shop.drain();
  for (const file of files) assert.ok(!shop.disk.stored.has(file));
  await assert.rejects(colour(shop, orderNo, 'red'), code('result_expired'));
  await assert.rejects(sheet(shop, orderNo), code('result_expired'));
});

test('only a paid and finished ID photo has extras', async () => {
  await using shop = await openShop();
  const details = { path: await shop.upload(), color: 'blue' };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
  await assert.rejects(colour(shop, orderNo, 'red'), code('illegal_transition'));
  await assert.rejects(colour(shop, 'NONE', 'red'), code('unknown_order'));
  const other = await shop.placeVip();
  await assert.rejects(colour(shop, other, 'red'), code('invalid_parameters', '/order_no'));
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_photo_restore'");
  const restoration = { functName: 'mark_order_photo_restore', goodsId: 5 };
  const restored = await donePhoto(shop, restoration, { colour: 1, enlarge: 0 });
  await assert.rejects(colour(shop, restored, 'red'), code('invalid_parameters', '/order_no'));
  await assert.rejects(sheet(shop, restored), code('invalid_parameters', '/order_no'));
  const refunded = await donePhoto(shop);
  await shop.service.refundOrder(operator, refunded, null, shop.requestId());
  await assert.rejects(sheet(shop, refunded), code('illegal_transition'));
});

test('an extra that fails leaves no file and can be requested again', async () => {
  await using shop = await openShop();
  const orderNo = await donePhoto(shop);
  const before = [...shop.disk.stored.keys()];
  shop.orderImages.plan = 'lost';
  await assert.rejects(colour(shop, orderNo, 'red'), code('unavailable'));
  assert.deepEqual([...shop.disk.stored.keys()], before);
  assert.deepEqual([...shop.disk.local.keys()], []);
  shop.orderImages.plan = 'made';
  assert.match((await colour(shop, orderNo, 'red')).url, /-red\.jpg/);
});

/** The error is about the background and names the document; it does not ask for another photo. */
const missesRule = {
  code: 'unusable_image',
  reason: 'colour_misses_rule',
  message:
    'On this background, the photo does not meet the rule of the document “Passport”. The ordered photo and the other backgrounds are not affected.',
};

test('a photo of a document on another background is refused and not stored if it does not meet the rule of the document', async () => {
  await using shop = await openShop();
  const { functName, id: goodsId } = await sizedIdPhoto(shop);
  const details = { path: await shop.upload(), document: 'de_passport' };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall({ functName, goodsId }, details));
  await shop.pay(orderNo);
  await shop.drain();
  const before = [...shop.disk.stored.keys()];
  shop.orderImages.misses = { hair_to_chin: 0.2, crown_to_chin: 0.2 };
  await assert.rejects(colour(shop, orderNo, 'white'), missesRule);
  await assert.rejects(sheet(shop, orderNo, 'white'), missesRule);
  shop.orderImages.misses = {};
  shop.orderImages.plan = { refused: 'file_size_impossible' };
  await assert.rejects(colour(shop, orderNo, 'white'), missesRule);
  assert.deepEqual([...shop.disk.stored.keys()], before);
  shop.orderImages.plan = 'made';
  assert.match((await colour(shop, orderNo, 'white')).url, /-white\.jpg/);
});

/** Requests an extra. `meanwhile` runs after the extra was made and before its file is stored. */
async function storedLate(shop: Shop, orderNo: string, meanwhile: () => Promise<void>): Promise<void> {
  const { files } = shop.disk;
  const { put } = files;
  files.put = async (...file) => {
    // An erasure stores a file too.
    files.put = put;
    await meanwhile();
    await put(...file);
  };
  await assert.rejects(colour(shop, orderNo, 'red'), code('result_expired'));
  await shop.drain();
}

test('an extra that is stored after the retention of its result has ended is removed', async () => {
  await using shop = await openShop();
  const orderNo = await donePhoto(shop);
  const sevenDays = 7 * 24 * 60 * 60_000;
  shop.clock.advance(sevenDays - 1000);
  const expire = async () => {
    shop.clock.advance(2000);
    await shop.drain();
  };
  await storedLate(shop, orderNo, expire);
  assert.deepEqual(
    [...shop.disk.stored.keys()].filter((key) => key.startsWith('results/')),
    [],
  );
});

test('an extra that is stored after its order was erased is removed', async () => {
  await using shop = await openShop();
  const orderNo = await donePhoto(shop);
  const erase = async () => {
    await eraseOrder(shop.deps, operator, (await shop.order(orderNo)).id);
    await shop.drain();
  };
  await storedLate(shop, orderNo, erase);
  assert.deepEqual(
    [...shop.disk.stored.keys()].filter((key) => !key.startsWith('erasures/')),
    [],
  );
});
