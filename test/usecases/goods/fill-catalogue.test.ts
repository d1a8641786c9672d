/** The default catalogue of a new shop. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillCatalogue } from '../../../src/usecases/goods/fill-catalogue.ts';
import { openShop } from '../../support/shop.ts';

test('processes that start at the same time fill the catalogue once', async () => {
  await using shop = await openShop();
  const before = await shop.service.listGoods();
  await Promise.all([1, 2, 3].map(() => fillCatalogue(shop.deps)));
  assert.deepEqual(await shop.service.listGoods(), before);
});
