import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureOperator, fillCatalogue } from '../../src/usecases/open-shop.ts';
import { openShop } from '../support/shop.ts';

test('of several processes that open an empty shop one makes the password, and it is the one that holds', async () => {
  await using shop = await openShop();
  const made = await Promise.all([1, 2, 3].map(() => ensureOperator(shop.deps, null)));
  const shown = made.filter((password) => password !== null);
  assert.equal(shown.length, 1);
  const caller = await shop.service.identify({ basic: { name: 'admin', password: shown[0] ?? '' } });
  assert.equal(caller.kind, 'operator');
});

test('a catalogue is filled once, whoever starts when', async () => {
  await using shop = await openShop();
  const before = await shop.service.listGoods();
  await Promise.all([1, 2, 3].map(() => fillCatalogue(shop.deps)));
  assert.deepEqual(await shop.service.listGoods(), before);
});
