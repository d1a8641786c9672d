/** The large preview of an ID photo in the photo check. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, colourise, openShop } from '../../support/shop.ts';

test('a large preview shows the background, so it is made for each background', async () => {
  await using shop = await openShop();
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
  const goods = await shop.service.listGoods();
  const goodsId = goods.find((good) => good.functName === 'mark_order_id_photo')?.id ?? 0;
  const path = await shop.upload();
  const shown = (color: string, withLargePreview: boolean) => {
    const call = { caller: anonymous, client: 'c', goodsId, path, withPreview: true, withLargePreview };
    return shop.service.checkPhoto({ ...call, details: { size: 'one_inch', color } });
  };
  await shown('red', false);
  await shown('blue', false);
  assert.equal(shop.uploadImages.checks.length, 1);
  await shown('red', true);
  await shown('blue', true);
  const checked = shop.uploadImages.checks.map((task) => [task.background, task.withLargePreview]);
  assert.deepEqual(checked, [
    [undefined, undefined],
    ['red', true],
    ['blue', true],
  ]);
  assert.equal((await shown('red', true)).largePreview, 'large2');
  assert.equal(shop.uploadImages.checks.length, 3);
});

test('a good without a large preview gets no preview in its place', async () => {
  await using shop = await openShop();
  const call = { caller: anonymous, client: 'c', goodsId: colourise.goodsId, path: await shop.upload() };
  const wanted = { withPreview: false, withLargePreview: true };
  const { preview, largePreview } = await shop.service.checkPhoto({ ...call, ...wanted, details: {} });
  assert.deepEqual([preview, largePreview], [null, undefined]);
});
