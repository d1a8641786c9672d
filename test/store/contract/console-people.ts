import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewAuditEntry } from '../../../src/usecases/callers/audit-store.ts';
import type { Operator } from '../../../src/usecases/operators/operator-store.ts';
import type { NewSession } from '../../../src/usecases/operators/session-store.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newGrant, openShop, place, start } from './fixtures.ts';

function addOperator(store: Store, name: string): Promise<Operator> {
  return store.transaction((tx) =>
    tx.operators.insert({ name, passwordHash: 'h', role: 'support', createdAt: start }),
  );
}

function newSession(operatorId: number, digest: string, change: Partial<NewSession> = {}): NewSession {
  const times = { createdAt: start, expiresAt: start + 100 };
  return { digest, operatorId, ...times, userAgent: null, address: '::1', ...change };
}

const entry: NewAuditEntry = {
  at: start,
  operator: 'ann',
  action: 'order_cancelled',
  targetKind: 'order',
  targetId: 'A1',
  address: '::1',
  requestId: 'r1',
  reason: 'asked by telephone',
  before: { status: 'wait_pay' },
  after: { status: 'cancal', price: 690, member: true, note: null },
};

export function consolePeopleContract(open: OpenTestDatabase): void {
  describe("the console's operators", () => {
    it('are listed by name, and role, password and end are saved', async () => {
      await using database = await open();
      const { store } = database;
      const bob = await addOperator(store, 'bob');
      const ann = await addOperator(store, 'ann');
      assert.deepEqual(await store.read.operators.all(), [ann, bob]);
      const changed: Operator = { ...bob, role: 'viewer', passwordHash: 'i', disabledAt: start + 1 };
      await store.transaction(async (tx) => {
        await tx.operators.lockAll();
        await tx.operators.save(changed);
      });
      assert.deepEqual(await store.read.operators.byId(bob.id), changed);
      assert.equal(await store.read.operators.byId(bob.id + 100), undefined);
      await assert.rejects(store.transaction((tx) => tx.operators.save({ ...bob, id: bob.id + 100 })));
      await assert.rejects(addOperator(store, 'ann'));
    });

    it('remember which password of the environment they were given last', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await addOperator(store, 'ann');
      assert.equal(await store.read.operators.environmentHash(id), null);
      for (const hash of ['e1', 'e2']) {
        await store.transaction((tx) => tx.operators.saveEnvironmentHash(id, hash));
        assert.equal(await store.read.operators.environmentHash(id), hash);
      }
      assert.equal((await store.read.operators.byId(id))?.passwordHash, 'h');
      await assert.rejects(store.transaction((tx) => tx.operators.saveEnvironmentHash(id + 100, 'e')));
    });

    it('have sessions that are seen, listed, ended one by one, and all but one', async () => {
      await using database = await open();
      const { store } = database;
      const ann = await addOperator(store, 'ann');
      const bob = await addOperator(store, 'bob');
      const [first, second, theirs] = await store.transaction(async (tx) => [
        await tx.sessions.insert(newSession(ann.id, 'd1', { userAgent: 'Firefox' })),
        await tx.sessions.insert(newSession(ann.id, 'd2')),
        await tx.sessions.insert(newSession(bob.id, 'd3')),
      ]);
      assert.ok(first !== undefined && second !== undefined && theirs !== undefined);
      await store.transaction((tx) => tx.sessions.recordUse(first, start + 5));
      const seen = await store.read.sessions.byDigest('d1');
      assert.deepEqual(seen, {
        id: first,
        operator: ann,
        createdAt: start,
        seenAt: start + 5,
        expiresAt: start + 100,
        userAgent: 'Firefox',
        address: '::1',
      });
      assert.deepEqual(await store.read.sessions.byId(first), seen);
      assert.equal(await store.read.sessions.byDigest('d9'), undefined);
      const listed = async (id: number | null) =>
        (await store.read.sessions.ofOperator(id)).map((one) => one.id);
      assert.deepEqual(await listed(ann.id), [second, first]);
      assert.deepEqual(await listed(null), [theirs, second, first]);
      assert.equal(await store.transaction((tx) => tx.sessions.endAllOf(ann.id, second)), 1);
      assert.deepEqual(await listed(null), [theirs, second]);
      assert.equal(await store.transaction((tx) => tx.sessions.endAllOf(ann.id, null)), 1);
      await store.transaction((tx) => tx.sessions.end(theirs));
      assert.deepEqual(await listed(null), []);
    });

    it('lose sessions to time, those that lie still and those that are old', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await addOperator(store, 'ann');
      await store.transaction(async (tx) => {
        await tx.sessions.insert(newSession(id, 'still', { createdAt: start - 50 }));
        await tx.sessions.insert(newSession(id, 'old', { expiresAt: start + 10 }));
        await tx.sessions.insert(newSession(id, 'kept'));
        await tx.sessions.purge(start + 10, start - 1);
      });
      assert.equal(await store.read.sessions.byDigest('still'), undefined);
      assert.equal(await store.read.sessions.byDigest('old'), undefined);
      assert.ok((await store.read.sessions.byDigest('kept')) !== undefined);
    });

    it('wait after wrong passwords, until those are forgotten', async () => {
      await using database = await open();
      const { store } = database;
      const tries = { tries: 6, waitUntil: start + 5, lastAt: start };
      await store.transaction(async (tx) => {
        await tx.signIns.lock('name ann');
        assert.equal(await tx.signIns.failures('name ann'), undefined);
        await tx.signIns.saveFailures('name ann', { ...tries, tries: 5 });
        await tx.signIns.saveFailures('name ann', tries);
        await tx.signIns.purgeFailures(start);
        assert.deepEqual(await tx.signIns.failures('name ann'), tries);
        await tx.signIns.purgeFailures(start + 1);
        assert.equal(await tx.signIns.failures('name ann'), undefined);
      });
    });
  });

  describe('refused sign-ins', () => {
    it('are a row per name and client, until they are removed', async () => {
      await using database = await open();
      const { store } = database;
      const ann = { name: 'ann', client: 'c', address: '::1', times: 1, firstAt: start, lastAt: start };
      const bob = { ...ann, name: 'bob', address: null, firstAt: start - 1 };
      const again = { ...ann, times: 2, lastAt: start + 5 };
      const left = await store.transaction(async (tx) => {
        assert.deepEqual(await tx.signIns.lockRefused(), []);
        for (const refused of [ann, bob, again]) await tx.signIns.saveRefused(refused);
        assert.deepEqual(await tx.signIns.lockRefused(), [bob, again]);
        await tx.signIns.removeRefused(bob);
        return tx.signIns.lockRefused();
      });
      assert.deepEqual(left, [again]);
    });
  });

  describe('the audit log', () => {
    it('answers entries as they were written, newest first, sifted by each field', async () => {
      await using database = await open();
      const { store } = database;
      const other = { ...entry, operator: 'bob', action: 'good_changed', targetKind: 'good' } as const;
      await store.transaction(async (tx) => {
        await tx.auditLog.insert(entry);
        await tx.auditLog.insert({ ...entry, targetId: 'A2', before: null, after: null, reason: null });
        await tx.auditLog.insert({ ...other, targetId: 'A1', address: null, requestId: null });
      });
      const none = { operator: null, action: null, targetKind: null, targetId: null };
      const all = await store.read.auditLog.entries(none, null, 9);
      const [third, second, first] = all;
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      assert.deepEqual(first, { id: first.id, ...entry });
      const find = (filter: object, beforeId: number | null = null) =>
        store.read.auditLog.entries({ ...none, ...filter }, beforeId, 9);
      assert.deepEqual(await find({ operator: 'bob' }), [third]);
      assert.deepEqual(await find({ action: 'order_cancelled' }), [second, first]);
      assert.deepEqual(await find({ targetKind: 'order' }), [second, first]);
      assert.deepEqual(await find({ targetKind: 'order', targetId: 'A1' }), [first]);
      assert.deepEqual(await find({ targetId: 'A1' }), all);
      assert.deepEqual(await find({ operator: 'ann' }, second.id), [first]);
      assert.deepEqual(await store.read.auditLog.entries(none, null, 1), [third]);
    });
  });

  describe("the console's users and goods", () => {
    it('users are found by id and by subject, newest first', async () => {
      await using database = await open();
      const { store } = database;
      const guest = await store.transaction((tx) => tx.members.insertGuest(start));
      const known = await store.transaction((tx) => tx.members.insertUserOfSubject('i', 's', start + 1));
      const shown = { ...known, issuer: 'i', subject: 's', createdAt: start + 1 };
      const plain = { ...guest, issuer: null, subject: null, createdAt: start };
      const find = (id: number | null, subject: string | null, beforeId: number | null = null) =>
        store.read.members.searchUsers({ id, subject }, beforeId, 9);
      assert.deepEqual(await find(null, null), [shown, plain]);
      assert.deepEqual(await find(null, null, known.id), [plain]);
      assert.deepEqual(await find(null, 's'), [shown]);
      assert.deepEqual(await find(guest.id, null), [plain]);
      assert.deepEqual(await find(guest.id, 's'), []);
    });

    it('months by hand say who gave and who ended them; those of an order name it', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      await store.transaction((tx) => tx.members.insertGrant(newGrant(shop.userId, order.id)));
      const grant = {
        userId: shop.userId,
        months: 3,
        grantedAt: start + 1,
        grantedBy: 'ann',
        reason: 'sorry',
      };
      const id = await store.transaction((tx) => tx.members.insertOperatorGrant(grant));
      await store.transaction((tx) => tx.members.endGrant(id, start + 2, 'bob', 'a mistake'));
      const [bought, given] = await store.read.members.grantRecordsOf(shop.userId);
      assert.equal(bought?.orderNo, order.orderNo);
      assert.equal(bought?.grantedBy, null);
      const end = { revokedAt: start + 2, revokedBy: 'bob', revokeReason: 'a mistake' };
      assert.deepEqual(given, { id, ...grant, orderId: null, orderNo: null, ...end });
      await assert.rejects(store.transaction((tx) => tx.members.endGrant(id, start + 3, 'bob', 'again')));
    });

    it('a good is saved whole, and all are listed whether on the shelf or not', async () => {
      await using database = await open();
      const { store } = database;
      const { goodsId } = await openShop(store);
      const good = await store.read.goods.byId(goodsId);
      assert.ok(good !== undefined);
      const hidden = { ...good, title: 'x', priceMinor: 1, memberPriceMinor: 0, sort: 99, onShelf: false };
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
  });
}
