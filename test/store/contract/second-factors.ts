/** Second factors of operators, and sign-ins that wait for one. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Operator } from '../../../src/usecases/operators/operator-store.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { start } from './fixtures.ts';

function addOperator(store: Store, name: string): Promise<Operator> {
  return store.transaction((tx) =>
    tx.operators.insert({ name, passwordHash: 'h', role: 'support', createdAt: start }),
  );
}

function newPasskey(operatorId: number, credentialId: string) {
  const key = { publicKey: 'pk', counter: 0, transports: 'usb', name: 'key', createdAt: start };
  return { operatorId, credentialId, ...key };
}

export function secondFactorContract(open: OpenTestDatabase): void {
  describe('second factors', () => {
    it('the second factor of an operator is on with a confirmed app or a passkey, and off without both', async () => {
      await using database = await open();
      const { store } = database;
      const [ann, bob] = [await addOperator(store, 'ann'), await addOperator(store, 'bob')];
      const standings = async () =>
        Promise.all([ann, bob].map(async ({ id }) => (await store.read.secondFactors.standing(id)).isOn));
      const app = { operatorId: ann.id, sealedSecret: 's', createdAt: start, confirmedAt: null, usedStep: 0 };
      await store.transaction((tx) => tx.secondFactors.saveApp(app));
      assert.deepEqual(await standings(), [false, false]);
      await store.transaction((tx) =>
        tx.secondFactors.saveApp({ ...app, confirmedAt: start + 1, usedStep: 5 }),
      );
      const key = await store.transaction((tx) => tx.secondFactors.insertPasskey(newPasskey(bob.id, 'c1')));
      assert.deepEqual(await standings(), [true, true]);
      assert.deepEqual((await store.read.secondFactors.operatorsWithFactor()).toSorted(), [ann.id, bob.id]);
      assert.deepEqual(await store.read.secondFactors.app(ann.id), {
        ...app,
        confirmedAt: start + 1,
        usedStep: 5,
      });
      await store.transaction(async (tx) => {
        assert.equal(await tx.secondFactors.removeApp(ann.id), true);
        assert.equal(await tx.secondFactors.removeApp(ann.id), false);
        assert.equal(await tx.secondFactors.removePasskey(ann.id, key), false);
        assert.equal(await tx.secondFactors.removePasskey(bob.id, key), true);
      });
      assert.deepEqual(await standings(), [false, false]);
    });

    it('the rule that every operator needs a second factor is off at first, and can be switched on and off', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await addOperator(store, 'ann');
      for (const isRequired of [false, true, false]) {
        if (isRequired !== (await store.read.secondFactors.isRequired())) {
          await store.transaction((tx) => tx.secondFactors.setRequired(isRequired));
        }
        assert.deepEqual(await store.read.secondFactors.standing(id), { isOn: false, isRequired });
      }
    });

    it('of several simultaneous uses of one time step or one recovery code, only one succeeds', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await addOperator(store, 'ann');
      const app = { operatorId: id, sealedSecret: 's', createdAt: start, confirmedAt: start, usedStep: 4 };
      await store.transaction(async (tx) => {
        await tx.secondFactors.saveApp(app);
        await tx.secondFactors.replaceRecoveryCodes(id, ['d1', 'd2']);
      });
      const several = (use: () => Promise<boolean>) => Promise.all(Array.from({ length: 5 }, use));
      const steps = await several(() => store.transaction((tx) => tx.secondFactors.consumeStep(id, 6)));
      assert.equal(steps.filter(Boolean).length, 1);
      assert.equal(await store.transaction((tx) => tx.secondFactors.consumeStep(id, 5)), false);
      const codes = await several(() =>
        store.transaction((tx) => tx.secondFactors.consumeRecoveryCode(id, 'd1', start + 1)),
      );
      assert.equal(codes.filter(Boolean).length, 1);
      assert.equal(await store.read.secondFactors.recoveryCodesLeft(id), 1);
    });

    it('a recovery code is accepted for its own operator only, and new codes remove the former ones', async () => {
      await using database = await open();
      const { store } = database;
      const [ann, bob] = [await addOperator(store, 'ann'), await addOperator(store, 'bob')];
      await store.transaction((tx) => tx.secondFactors.replaceRecoveryCodes(ann.id, ['d1']));
      const use = ({ id }: Operator) =>
        store.transaction((tx) => tx.secondFactors.consumeRecoveryCode(id, 'd1', start));
      assert.equal(await use(bob), false);
      await store.transaction((tx) => tx.secondFactors.replaceRecoveryCodes(ann.id, ['d2']));
      assert.equal(await use(ann), false);
      assert.equal(await store.read.secondFactors.recoveryCodesLeft(ann.id), 1);
    });

    it('the encrypted secret of an app is replaced only if it still equals the expected value', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await addOperator(store, 'ann');
      const app = { operatorId: id, sealedSecret: 's1', createdAt: start, confirmedAt: start, usedStep: 4 };
      await store.transaction(async (tx) => {
        await tx.secondFactors.saveApp(app);
        await tx.secondFactors.resealApp(id, 'other', 's2');
        assert.equal((await tx.secondFactors.app(id))?.sealedSecret, 's1');
        await tx.secondFactors.resealApp(id, 's1', 's2');
      });
      assert.deepEqual(await store.read.secondFactors.allApps(), [{ ...app, sealedSecret: 's2' }]);
    });

    it('passkeys are found by credential id and listed oldest first, and a use is saved only if the counter is still the expected one', async () => {
      await using database = await open();
      const { store } = database;
      const ann = await addOperator(store, 'ann');
      const insert = (credentialId: string) =>
        store.transaction((tx) => tx.secondFactors.insertPasskey(newPasskey(ann.id, credentialId)));
      const [first, second] = [await insert('c1'), await insert('c2')];
      await assert.rejects(insert('c1'));
      const use = { counter: 3, usedAt: start + 9 };
      const record = () =>
        store.transaction((tx) => tx.secondFactors.recordPasskeyUse({ id: first, counter: 0 }, use));
      assert.deepEqual([await record(), await record()], [true, false]);
      const found = await store.read.secondFactors.passkeyByCredential('c1');
      assert.deepEqual(found, { ...newPasskey(ann.id, 'c1'), id: first, ...use });
      assert.deepEqual(
        (await store.read.secondFactors.passkeys(ann.id)).map(({ id }) => id),
        [first, second],
      );
      await store.transaction((tx) => tx.secondFactors.removeAllOf(ann.id));
      assert.deepEqual(await store.read.secondFactors.passkeys(ann.id), []);
    });

    it('a challenge is accepted once, and again only after a purge has deleted the expired record of its use', async () => {
      await using database = await open();
      const { store } = database;
      const use = () => store.transaction((tx) => tx.secondFactors.consumeChallenge('x', start + 10));
      assert.deepEqual(await Promise.all([use(), use()]).then((both) => both.toSorted()), [false, true]);
      await store.transaction((tx) => tx.secondFactors.purgeChallenges(start + 9));
      assert.equal(await use(), false);
      await store.transaction((tx) => tx.secondFactors.purgeChallenges(start + 10));
      assert.equal(await use(), true);
    });

    it('a pending sign-in is found by digest, counts wrong codes, can be removed only once, and is purged', async () => {
      await using database = await open();
      const { store } = database;
      const ann = await addOperator(store, 'ann');
      const pending = { passwordHash: 'h', weakPassword: true, expiresAt: start + 10 };
      const insert = (digest: string) =>
        store.transaction((tx) => tx.pendingSignIns.insert({ ...pending, digest, operatorId: ann.id }));
      const [first] = [await insert('d1'), await insert('d2')];
      await store.transaction((tx) => tx.pendingSignIns.recordWrongCode(first));
      const expected = { ...pending, id: first, operator: ann, wrongCodes: 1 };
      assert.deepEqual(await store.read.pendingSignIns.byDigest('d1'), expected);
      const remove = () => store.transaction((tx) => tx.pendingSignIns.remove(first));
      assert.deepEqual([await remove(), await remove()], [true, false]);
      await store.transaction((tx) => tx.pendingSignIns.purge(start + 9));
      assert.notEqual(await store.read.pendingSignIns.byDigest('d2'), undefined);
      await store.transaction((tx) => tx.pendingSignIns.purge(start + 10));
      assert.equal(await store.read.pendingSignIns.byDigest('d2'), undefined);
    });
  });
}
