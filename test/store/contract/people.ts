import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newGrant, newUpload, openShop, place, start } from './fixtures.ts';

export function peopleContract(open: OpenTestDatabase): void {
  describe('people', () => {
    it("an identity provider's subject is one user, however often it is made", async () => {
      await using database = await open();
      const { store } = database;
      const make = (issuer: string, subject: string) =>
        store.transaction((tx) => tx.members.insertUserOfSubject(issuer, subject, start));
      const [first, again] = await Promise.all([make('i', 's'), make('i', 's')]);
      assert.deepEqual(again, first);
      assert.equal(first.kind, 'user');
      assert.notEqual((await make('i', 't')).id, first.id);
      assert.notEqual((await make('j', 's')).id, first.id);
      assert.deepEqual(await store.read.members.userBySubject('i', 's'), first);
      assert.equal(await store.read.members.userBySubject('i', 'none'), undefined);
    });

    it('guests are apart, and a membership is set and ended', async () => {
      await using database = await open();
      const { store } = database;
      const guest = await store.transaction((tx) => tx.members.insertGuest(start));
      const other = await store.transaction((tx) => tx.members.insertGuest(start));
      assert.notEqual(guest.id, other.id);
      await store.transaction((tx) => tx.members.setMemberUntil(guest.id, start + 1));
      assert.deepEqual(await store.read.members.userById(guest.id), { ...guest, memberUntil: start + 1 });
      assert.deepEqual(await store.transaction((tx) => tx.members.lockUser(other.id)), other);
      await store.transaction((tx) => tx.members.setMemberUntil(guest.id, null));
      assert.deepEqual(await store.read.members.userById(guest.id), guest);
      assert.equal(await store.read.members.userById(other.id + 1), undefined);
    });

    it('an order grants months once, and its grant is revoked alone', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      const grant = (orderId: number | null) =>
        store.transaction((tx) => tx.members.insertGrant(newGrant(shop.userId, orderId)));
      await grant(order.id);
      await assert.rejects(grant(order.id));
      await grant(null);
      await grant(null);
      await store.transaction((tx) => tx.members.revokeGrantOfOrder(order.id, start + 3));
      await store.transaction((tx) => tx.members.revokeGrantOfOrder(order.id, start + 4));
      const grants = await store.read.members.grantsOf(shop.userId);
      assert.deepEqual(
        grants.map(({ orderId, revokedAt }) => [orderId, revokedAt]),
        [
          [order.id, start + 3],
          [null, null],
          [null, null],
        ],
      );
    });

    it('an operator is found by name, and has the name alone', async () => {
      await using database = await open();
      const { store } = database;
      const add = () =>
        store.transaction((tx) =>
          tx.operators.insert({ name: 'ann', passwordHash: 'b', role: 'owner', createdAt: 1 }),
        );
      await add();
      await assert.rejects(add());
      const ann = await store.read.operators.byName('ann');
      assert.deepEqual(
        { ...ann, id: 0 },
        { id: 0, name: 'ann', passwordHash: 'b', role: 'owner', createdAt: 1, disabledAt: null },
      );
      assert.equal(await store.read.operators.byName('bob'), undefined);
    });
  });

  describe('goods', () => {
    it('those on the shelf come by sort, then id; the others are found by id alone', async () => {
      await using database = await open();
      const { store } = database;
      const good = {
        title: 't',
        summary: 's',
        icon: '/i.svg',
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
  });

  describe('uploads', () => {
    it('an upload is found by its path until it is deleted, and is kept later, never shorter', async () => {
      await using database = await open();
      const { store } = database;
      const { userId } = await openShop(store);
      const upload = newUpload({ ownerId: userId });
      await store.transaction((tx) => tx.uploads.insert(upload));
      assert.deepEqual(await store.read.uploads.byPath(upload.path), upload);
      await store.transaction((tx) => tx.uploads.keep(upload.path, upload.keptUntil + 5));
      await store.transaction((tx) => tx.uploads.keep(upload.path, upload.keptUntil + 2));
      assert.equal((await store.read.uploads.byPath(upload.path))?.keptUntil, upload.keptUntil + 5);
      const end = upload.keptUntil + 5;
      const sweep = (now: number) => store.transaction((tx) => tx.uploads.deleteExpired(upload.path, now));
      assert.equal(await sweep(end - 1), false, 'it is kept longer by now');
      assert.equal(await sweep(end), true);
      assert.equal(await sweep(end), false);
      assert.equal(await store.read.uploads.byPath(upload.path), undefined);
    });

    it('those to sweep come oldest first', async () => {
      await using database = await open();
      const { store } = database;
      const late = newUpload({ keptUntil: start + 2 });
      const early = newUpload({ keptUntil: start + 1 });
      const kept = newUpload({ keptUntil: start + 3 });
      await store.transaction(async (tx) => {
        for (const upload of [late, early, kept]) await tx.uploads.insert(upload);
      });
      assert.deepEqual(await store.read.uploads.expired(start + 2, 9), [early, late]);
      assert.deepEqual(await store.read.uploads.expired(start + 2, 1), [early]);
    });
  });

  describe('idempotency records', () => {
    const record = { scope: 'u1', key: 'k', bodyHash: 'h', answer: null, createdAt: start };

    it('a key is taken once per scope, also by two calls at once', async () => {
      await using database = await open();
      const { store } = database;
      const take = (scope: string) => store.transaction((tx) => tx.idempotency.insert({ ...record, scope }));
      const taken = await Promise.all([take('u1'), take('u1'), take('u2')]);
      assert.deepEqual(taken.toSorted(), [false, true, true]);
      assert.deepEqual(await store.read.idempotency.find('u1', 'k'), record);
      assert.equal(await store.read.idempotency.find('u3', 'k'), undefined);
    });

    it('one without an answer is taken over when it is old, an answered one never', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction((tx) => tx.idempotency.insert(record));
      const later = { ...record, bodyHash: 'h2', createdAt: start + 100 };
      const takeOver = (before: number) => store.transaction((tx) => tx.idempotency.takeOver(later, before));
      assert.equal(await takeOver(start), false);
      assert.equal(await takeOver(start + 1), true);
      assert.deepEqual(await store.read.idempotency.find('u1', 'k'), later);
      await store.transaction((tx) => tx.idempotency.answer(record, 'of the first'));
      assert.equal((await store.read.idempotency.find('u1', 'k'))?.answer, null);
      await store.transaction((tx) => tx.idempotency.answer(later, '{}'));
      assert.equal(await takeOver(start + 1000), false);
      assert.equal((await store.read.idempotency.find('u1', 'k'))?.answer, '{}');
    });

    it('an abandoned one is deleted, and old ones are purged', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction(async (tx) => {
        for (const key of ['a', 'b', 'c']) await tx.idempotency.insert({ ...record, key });
        await tx.idempotency.insert({ ...record, key: 'young', createdAt: start + 9 });
        await tx.idempotency.remove({ ...record, key: 'a' });
        await tx.idempotency.remove({ ...record, key: 'b', createdAt: start - 1 });
      });
      assert.equal(await store.transaction((tx) => tx.idempotency.purge(start + 9)), 2);
      assert.equal((await store.read.idempotency.find('u1', 'young'))?.createdAt, start + 9);
    });
  });
}
