/** The catalogue. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { openShop } from './fixtures.ts';

export function goodContract(open: OpenTestDatabase): void {
  describe('goods', () => {
    it('goods on the shelf are sorted by sort value, then id; other goods are found only by id', async () => {
      await using database = await open();
      const { store } = database;
      const good = {
        title: 't',
        summary: 's',
        description: '',
        translations: {},
        icon: '/i.svg',
        picture: null,
        priceMinor: 990,
        memberPriceMinor: 490,
        sort: 20,
        functName: 'mark_order_vip',
        onShelf: true,
      };
      await store.transaction(async (tx) => {
        assert.equal(await tx.goods.count(), 0);
        const first = await tx.goods.insert(good);
        const second = await tx.goods.insert(good);
        const sooner = await tx.goods.insert({ ...good, sort: 10, memberPriceMinor: null });
        const hidden = await tx.goods.insert({ ...good, onShelf: false });
        assert.deepEqual(await tx.goods.onShelf(), [sooner, first, second]);
        assert.deepEqual(await tx.goods.findOnShelf(first.id), first);
        assert.equal(await tx.goods.findOnShelf(hidden.id), undefined);
        assert.deepEqual(await tx.goods.byId(hidden.id), hidden);
        assert.equal(await tx.goods.count(), 4);
      });
    });

    it('a good is saved with every field, and the list of all goods contains those off the shelf', async () => {
      await using database = await open();
      const { store } = database;
      const { goodsId } = await openShop(store);
      const good = await store.read.goods.byId(goodsId);
      assert.ok(good !== undefined);
      const hidden = {
        ...good,
        title: 'x',
        description: 'two\nlines',
        translations: { zh: { title: '照片', summary: '', description: '一行' } },
        picture: '/icons/p.webp',
        priceMinor: 1,
        memberPriceMinor: 0,
        sort: 99,
        onShelf: false,
      };
      const other = await openShop(store);
      await store.transaction(async (tx) => {
        assert.deepEqual(await tx.goods.lock(goodsId), good);
        assert.equal(await tx.goods.lock(goodsId + 100), undefined);
        await tx.goods.save(hidden);
        assert.deepEqual(await tx.goods.lockAll(), await tx.goods.all());
      });
      const all = await store.read.goods.all();
      assert.deepEqual(all, [await store.read.goods.byId(other.goodsId), hidden]);
      await assert.rejects(store.transaction((tx) => tx.goods.save({ ...good, id: goodsId + 100 })));
    });

    it('an unused icon that was kept cannot be removed, one that was removed cannot be kept, and a path is listed once', async () => {
      await using database = await open();
      const { store } = database;
      const [kept, removed] = ['/icons/a.png', '/icons/b.png'];
      await store.transaction(async ({ unusedIcons }) => {
        for (const [path, at] of [
          [kept, 5],
          [removed, 6],
          [kept, 7],
        ] as const) {
          await unusedIcons.add(path, at);
        }
        assert.equal(await unusedIcons.keep(kept), true);
        assert.equal(await unusedIcons.remove(kept), false);
        assert.equal(await unusedIcons.remove(removed), true);
        assert.equal(await unusedIcons.remove(removed), false);
        assert.equal(await unusedIcons.keep(removed), false);
        assert.equal(await unusedIcons.keep('/icons/other.png'), true);
      });
      assert.deepEqual(await store.read.unusedIcons.all(), [
        { path: removed, unusedSince: 6, isRemoved: true },
      ]);
      await store.transaction(({ unusedIcons }) => unusedIcons.forget(removed));
      assert.deepEqual(await store.read.unusedIcons.all(), []);
    });
  });
}
