/** One call sorts the whole catalogue or changes nothing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeGoods } from '../../../src/usecases/goods/arrange-goods.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const owner = operatorOf('owner');

async function idsOf({ store }: Shop): Promise<number[]> {
  return (await store.read.goods.all()).map(({ id }) => id);
}

test('goods are sorted as requested, in steps of ten, and one audit entry contains the former and the new sequence', async () => {
  await using shop = await openShop();
  const before = await idsOf(shop);
  const wanted = before.toReversed();
  const answered = await arrangeGoods(consoleDeps(shop.deps), owner, wanted);
  const goods = await shop.store.read.goods.all();
  assert.deepEqual(answered, goods);
  assert.deepEqual(
    goods.map(({ id, sort }) => [id, sort]),
    wanted.map((id, index) => [id, 10 * (index + 1)]),
  );
  const [entry, ...more] = await auditLog(shop);
  assert.deepEqual(more, []);
  assert.deepEqual([entry?.action, entry?.targetKind, entry?.targetId], ['goods_ordered', 'good', 'all']);
  assert.deepEqual(entry?.before, { order: before.join(', ') });
  assert.deepEqual(entry?.after, { order: wanted.join(', ') });
});

test('sorting goods as they already are adds no audit entry', async () => {
  await using shop = await openShop();
  await arrangeGoods(consoleDeps(shop.deps), owner, await idsOf(shop));
  assert.deepEqual(await auditLog(shop), []);
});

test('a list with a missing, unknown or repeated good is refused and changes nothing', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const ids = await idsOf(shop);
  const before = await shop.store.read.goods.all();
  const [first = 0, ...others] = ids;
  await assert.rejects(arrangeGoods(deps, owner, others), code('illegal_transition'));
  await assert.rejects(arrangeGoods(deps, owner, [...others, 999_999]), code('illegal_transition'));
  await assert.rejects(arrangeGoods(deps, owner, [...ids, 999_999]), code('illegal_transition'));
  await assert.rejects(arrangeGoods(deps, owner, [first, ...ids]), code('invalid_parameters'));
  assert.deepEqual(await shop.store.read.goods.all(), before);
  assert.deepEqual(await auditLog(shop), []);
});

test('only an owner can sort goods', async () => {
  await using shop = await openShop();
  const ids = (await idsOf(shop)).toReversed();
  for (const role of ['viewer', 'support'] as const) {
    await assert.rejects(arrangeGoods(consoleDeps(shop.deps), operatorOf(role), ids), code('forbidden'));
  }
});
