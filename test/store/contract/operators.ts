/** Operators, their sessions and their failed sign-ins. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Operator } from '../../../src/usecases/operators/operator-store.ts';
import type { NewSession } from '../../../src/usecases/operators/session-store.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { start } from './fixtures.ts';

function addOperator(store: Store, name: string): Promise<Operator> {
  return store.transaction((tx) =>
    tx.operators.insert({ name, passwordHash: 'h', role: 'support', createdAt: start }),
  );
}

function newSession(operatorId: number, digest: string, change: Partial<NewSession> = {}): NewSession {
  const times = { createdAt: start, expiresAt: start + 100 };
  return { digest, operatorId, ...times, userAgent: null, address: '::1', weakPassword: false, ...change };
}

export function operatorContract(open: OpenTestDatabase): void {
  describe('operators', () => {
    it('an operator is found by name, and no second operator has the same name', async () => {
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

    it('operators are sorted by name, and a changed role or password and a disabled account are saved', async () => {
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

    it('the hash of the password that the environment variable had last is stored apart from the password hash', async () => {
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
  });

  it('API tokens are found by digest and listed newest first, their use is recorded, and they can be removed and purged', async () => {
    await using database = await open();
    const { store } = database;
    const ann = await addOperator(store, 'ann');
    const bob = await addOperator(store, 'bob');
    const times = { createdAt: start, expiresAt: start + 100 };
    const token = { name: 'report', role: 'viewer', ...times } as const;
    const [first, second] = await store.transaction(async (tx) => [
      await tx.apiTokens.insert({ ...token, digest: 'd1', operatorId: ann.id }),
      await tx.apiTokens.insert({ ...token, digest: 'd2', operatorId: bob.id, expiresAt: start + 5 }),
    ]);
    assert.ok(first !== undefined && second !== undefined);
    const expected = { id: first, operator: ann, ...token, usedAt: null };
    assert.deepEqual(await store.read.apiTokens.byDigest('d1'), expected);
    assert.equal(await store.read.apiTokens.byDigest('d3'), undefined);
    assert.deepEqual(
      (await store.read.apiTokens.ofOperator(null)).map(({ id }) => id),
      [second, first],
    );
    await assert.rejects(
      store.transaction((tx) => tx.apiTokens.insert({ ...token, digest: 'd1', operatorId: bob.id })),
    );
    await store.transaction(async (tx) => {
      await tx.apiTokens.recordUse(first, start + 3);
      await tx.apiTokens.purge(start + 5);
    });
    assert.deepEqual(await store.read.apiTokens.ofOperator(ann.id), [{ ...expected, usedAt: start + 3 }]);
    assert.equal(await store.read.apiTokens.byId(second), undefined);
    await store.transaction((tx) => tx.apiTokens.remove(first));
    assert.equal(await store.read.apiTokens.byId(first), undefined);
  });

  describe('operator sessions', () => {
    it('sessions are listed newest first; one session can be ended, or all except one', async () => {
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
        weakPassword: false,
        provenAt: start,
        address: '::1',
      });
      await store.transaction((tx) => tx.sessions.recordProof(first, start + 7));
      assert.equal((await store.read.sessions.byId(first))?.provenAt, start + 7);
      assert.equal((await store.read.sessions.byId(second))?.provenAt, start);
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

    it('a purge removes expired sessions and unused sessions', async () => {
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
  });

  describe('failed sign-ins', () => {
    it('the number of failed sign-ins under a name is stored until it is purged', async () => {
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

    it('all refused sign-ins of one client under one name are in one row, until the row is removed', async () => {
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
}
