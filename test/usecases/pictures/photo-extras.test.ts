/** Other background colours and print sheets of a finished ID photo: made once, and kept as long as the result. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BackgroundColour } from '../../../src/domain/goods/id-photo.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, idPhoto, openShop, operator, type Shop } from '../../support/shop.ts';

async function donePhoto(shop: Shop): Promise<string> {
  const details = { path: await shop.upload(), color: 'blue' };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
  await shop.pay(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  return orderNo;
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
