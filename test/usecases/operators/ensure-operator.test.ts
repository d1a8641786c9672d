/** The password of the first operator: from `ADMIN_PASSWORD` or generated, until the operator changes it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureOperator } from '../../../src/usecases/operators/ensure-operator.ts';
import { signIn } from '../../../src/usecases/operators/sign-in.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { openShop, type Shop, source } from '../../support/shop.ts';

async function isAccepted({ service }: Shop, password: string): Promise<boolean> {
  return service.identify({ basic: { name: 'admin', password } }, source).then(
    ({ kind }) => kind === 'operator',
    () => false,
  );
}

/** Changes the password as the console does. */
async function change({ store, deps }: Shop, password: string): Promise<void> {
  const admin = await store.read.operators.byName('admin');
  assert.ok(admin !== undefined);
  const passwordHash = await deps.passwords.hash(password);
  await store.transaction((tx) => tx.operators.save({ ...admin, passwordHash }));
}

let digests = 0;

async function openSession({ deps }: Shop, password: string): Promise<void> {
  const where = { address: '::1', client: '::1', userAgent: null, requestId: 'r' };
  const digest = `digest ${++digests}`;
  await signIn(deps, { name: 'admin', password, digest, formerDigest: null, ...where });
}

test('if several processes start with an empty database, exactly one of them generates the password', async () => {
  await using shop = await openShop();
  const made = await Promise.all([1, 2, 3].map(() => ensureOperator(shop.deps, null)));
  const shown = made.filter((password) => password !== null);
  assert.equal(shown.length, 1);
  assert.ok(await isAccepted(shop, shown[0] ?? ''));
  assert.equal(await ensureOperator(shop.deps, null), null);
});

test('with ADMIN_PASSWORD set, no password is generated', async () => {
  await using shop = await openShop();
  const made = await Promise.all([1, 2, 3].map(() => ensureOperator(shop.deps, 'from outside')));
  assert.deepEqual(made, [null, null, null]);
  assert.ok(await isAccepted(shop, 'from outside'));
  assert.equal((await shop.store.read.operators.byName('admin'))?.role, 'owner');
  assert.deepEqual(await auditLog(shop), []);
});

test('if one process starts with ADMIN_PASSWORD and another generates a password at the same time, ADMIN_PASSWORD is valid afterwards', async () => {
  await using shop = await openShop();
  await Promise.all([ensureOperator(shop.deps, null), ensureOperator(shop.deps, 'from outside')]);
  await ensureOperator(shop.deps, null);
  assert.ok(await isAccepted(shop, 'from outside'));
});

test('restarts with the same ADMIN_PASSWORD, or without it, change neither a password that was set in the console nor its sessions', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'from outside');
  await change(shop, 'my own');
  await openSession(shop, 'my own');
  for (const configured of ['from outside', null, 'from outside'])
    await ensureOperator(shop.deps, configured);
  assert.ok(await isAccepted(shop, 'my own'));
  assert.ok(!(await isAccepted(shop, 'from outside')));
  assert.equal((await shop.store.read.sessions.ofOperator(null)).length, 1);
});

test('a new ADMIN_PASSWORD resets the password once, ends the sessions and has an audit entry', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'from outside');
  await change(shop, 'my own, which I forgot');
  await openSession(shop, 'my own, which I forgot');
  await ensureOperator(shop.deps, 'another from outside');
  assert.ok(await isAccepted(shop, 'another from outside'));
  assert.ok(!(await isAccepted(shop, 'my own, which I forgot')));
  assert.deepEqual(await shop.store.read.sessions.ofOperator(null), []);
  const entry = (await auditLog(shop)).find(({ action }) => action === 'password_reset');
  assert.deepEqual(
    [entry?.operator, entry?.action, entry?.targetId, entry?.after],
    ['(environment)', 'password_reset', 'admin', { sessions_ended: 1, api_tokens_revoked: 0 }],
  );
  await change(shop, 'my own again');
  await ensureOperator(shop.deps, 'another from outside');
  assert.ok(await isAccepted(shop, 'my own again'));
  assert.doesNotMatch(JSON.stringify([shop.log.lines, await auditLog(shop)]), /another from|my own/);
});

test('the first ADMIN_PASSWORD replaces a generated password', async () => {
  await using shop = await openShop();
  const made = await ensureOperator(shop.deps, null);
  await ensureOperator(shop.deps, 'from outside');
  assert.ok(await isAccepted(shop, 'from outside'));
  assert.ok(!(await isAccepted(shop, made ?? '')));
});

test('a new ADMIN_PASSWORD that equals the current password ends no session and is not applied again later', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'from outside');
  await change(shop, 'my own');
  await openSession(shop, 'my own');
  await ensureOperator(shop.deps, 'my own');
  assert.equal((await shop.store.read.sessions.ofOperator(null)).length, 1);
  await change(shop, 'yet another');
  await ensureOperator(shop.deps, 'my own');
  assert.ok(await isAccepted(shop, 'yet another'));
});

test('a new ADMIN_PASSWORD changes neither the role nor a disabled operator', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'from outside');
  const admin = await shop.store.read.operators.byName('admin');
  assert.ok(admin !== undefined);
  const changed = { ...admin, role: 'viewer', disabledAt: 1 } as const;
  await shop.store.transaction((tx) => tx.operators.save(changed));
  await ensureOperator(shop.deps, 'another from outside');
  const now = await shop.store.read.operators.byName('admin');
  assert.deepEqual({ ...now, passwordHash: '' }, { ...changed, passwordHash: '' });
  assert.ok(!(await isAccepted(shop, 'another from outside')));
});

test('a new ADMIN_PASSWORD that is short or common is refused, and the message names the variable', async () => {
  await using shop = await openShop();
  for (const weak of ['11 letters.', 'common password'])
    await assert.rejects(
      ensureOperator(shop.deps, weak),
      { code: 'invalid_parameters', message: /^ADMIN_PASSWORD / },
      weak,
    );
  assert.equal(await shop.store.read.operators.byName('admin'), undefined);
  await ensureOperator(shop.deps, 'from outside');
  await assert.rejects(ensureOperator(shop.deps, 'short'), { code: 'invalid_parameters' });
  assert.ok(await isAccepted(shop, 'from outside'));
});

test('a short ADMIN_PASSWORD that is already the operator’s password stays valid, and the log warns of it', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'from outside');
  await change(shop, 'short');
  await ensureOperator(shop.deps, 'short');
  await ensureOperator(shop.deps, 'short');
  assert.ok(await isAccepted(shop, 'short'));
  const warned = shop.log.lines.filter(({ message }) => message.startsWith('ADMIN_PASSWORD is short'));
  assert.equal(warned.length, 2);
});
