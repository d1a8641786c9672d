/** Tests that every process uses the present settings of the shop. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInSettings } from '../../../src/domain/shop-settings.ts';
import { createLiveShopSettings } from '../../../src/usecases/shop/live-shop-settings.ts';
import { builtInFallbacks } from '../../support/deps.ts';
import { openShop } from '../../support/shop.ts';
import { waitUntil } from '../../support/wait-until.ts';

const by = { changedBy: 'anna', changedAt: 1 };

test('after one process changes a setting, another process uses the new value', async () => {
  await using shop = await openShop();
  const other = createLiveShopSettings(shop.deps, builtInFallbacks);
  const former = other.current();
  assert.equal(former.shop_name, '');
  await shop.store.transaction((tx) => tx.shopSettings.save({ name: 'shop_name', value: 'Corner', ...by }));
  await waitUntil('the name is set', () => other.current().shop_name === 'Corner');
  await shop.store.transaction((tx) => tx.shopSettings.remove('shop_name'));
  await waitUntil('the name is removed', () => other.current().shop_name === '');
  other.stop();
});

test('stored settings that this version does not know, or whose value it does not allow, are ignored', async () => {
  await using shop = await openShop();
  await shop.store.transaction(async (tx) => {
    await tx.shopSettings.save({ name: 'of_a_newer_version', value: 1, ...by });
    await tx.shopSettings.save({ name: 'orders_open', value: 'sometimes', ...by });
    await tx.shopSettings.save({ name: 'source_type_id_photo', value: 'of_a_newer_version', ...by });
    await tx.shopSettings.save({ name: 'contact', value: 'me@shop.example', ...by });
  });
  const live = createLiveShopSettings(shop.deps, builtInFallbacks);
  await live.refresh();
  assert.deepEqual(live.current(), { ...builtInSettings, contact: 'me@shop.example' });
  live.stop();
});
