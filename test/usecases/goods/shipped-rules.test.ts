/** The rules that come with the service, as the database keeps them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentRules } from '../../../src/domain/documents/document-rules.ts';
import { storeShippedRules } from '../../../src/usecases/goods/shipped-rules.ts';
import { openShop } from '../../support/shop.ts';

const [first] = documentRules;
assert.ok(first !== undefined);
const older = { ...first, photoAgeMonths: 99 };

test('a start stores every rule once, also if several processes start at the same time', async () => {
  await using shop = await openShop();
  shop.sql('delete from shipped_rules');
  await Promise.all([1, 2, 3].map(() => storeShippedRules(shop.deps)));
  const { documents } = shop.store.read;
  const hashes = await documents.shippedHashes();
  assert.deepEqual(hashes.sort(), documentRules.map(documents.hashOf).sort());
});

test('rules of another release stay stored, and both releases find them', async () => {
  await using shop = await openShop();
  await storeShippedRules(shop.deps, [older]);
  await storeShippedRules(shop.deps);
  const { documents } = shop.store.read;
  for (const rule of [older, first]) {
    assert.deepEqual(await documents.shippedRule(documents.hashOf(rule)), rule);
  }
  const hashes = await documents.shippedHashes();
  assert.equal(hashes.length, documentRules.length + 1);
});
