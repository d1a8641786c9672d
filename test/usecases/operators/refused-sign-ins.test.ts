/**
 * Refused sign-ins in the audit log: the first has an entry at once, later ones are summed up by the hour,
 * so that an attack cannot fill the log.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedMax, recordRefusedSignIn } from '../../../src/usecases/operators/refused-sign-ins.ts';
import { signIn } from '../../../src/usecases/operators/sign-in.ts';
import { purgeRowsWithoutFiles } from '../../../src/usecases/retention/purge-rows-without-files.ts';
import { code } from '../../support/app-error.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const hourMs = 3_600_000;

function refuse(shop: Shop, name: string, client = '192.0.2.1'): Promise<void> {
  return recordRefusedSignIn(shop.deps, { name, client, address: client, requestId: 'r1' });
}

async function addAnna({ store, deps }: Shop): Promise<void> {
  const passwordHash = await deps.passwords.hash('right');
  await store.transaction((tx) =>
    tx.operators.insert({ name: 'anna', role: 'owner', passwordHash, createdAt: deps.clock.now() }),
  );
}

/** The entries of refused sign-ins, oldest first. */
async function refusedEntries(shop: Shop) {
  const entries = (await auditLog(shop)).filter(({ action }) => action === 'sign_in_refused');
  return entries.reverse().map(({ operator, address, after }) => [operator, address, after?.times]);
}

test('a sign-in with a wrong password has an audit entry at once with name and address, and without the typed password', async () => {
  await using shop = await openShop();
  await addAnna(shop);
  const where = { address: '192.0.2.1', client: '192.0.2.1', userAgent: null, requestId: 'r1' };
  const call = { formerDigest: null, digest: 'd', ...where };
  const wrong = code('invalid_credential');
  await assert.rejects(signIn(shop.deps, { name: 'anna', password: 'hunter2', ...call }), wrong);
  await assert.rejects(signIn(shop.deps, { name: 'hunter2', password: 'anna', ...call }), wrong);
  assert.deepEqual(await refusedEntries(shop), [
    ['anna', '192.0.2.1', 1],
    ['hu…', '192.0.2.1', 1],
  ]);
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.targetKind, entry?.requestId, entry?.reason], ['operator', 'r1', null]);
  assert.doesNotMatch(JSON.stringify([await auditLog(shop), shop.log.lines]), /hunter/);
});

test('all further refusals within an hour have one audit entry with their number, written after the hour', async () => {
  await using shop = await openShop();
  await addAnna(shop);
  for (let time = 0; time < 5; time++) {
    await refuse(shop, 'anna');
    shop.clock.advance(60_000);
  }
  await refuse(shop, 'anna', '198.51.100.7');
  assert.deepEqual(await refusedEntries(shop), [
    ['anna', '192.0.2.1', 1],
    ['anna', '198.51.100.7', 1],
  ]);
  shop.clock.advance(hourMs - 5 * 60_000);
  await shop.store.transaction((tx) => purgeRowsWithoutFiles(tx, shop.deps.jobs, shop.clock.now()));
  assert.deepEqual((await refusedEntries(shop)).slice(2), [['anna', '192.0.2.1', 4]]);
  shop.clock.advance(hourMs);
  await refuse(shop, 'anna');
  assert.deepEqual((await refusedEntries(shop)).slice(3), [['anna', '192.0.2.1', 1]]);
});

test('refusals from many addresses write a limited number of entries, and every refusal is counted', async () => {
  await using shop = await openShop();
  await addAnna(shop);
  for (let index = 0; index < namedMax + 20; index++) await refuse(shop, 'anna', `10.0.0.${index}`);
  await refuse(shop, 'anna', '10.0.0.3');
  shop.clock.advance(hourMs);
  await shop.store.transaction((tx) => purgeRowsWithoutFiles(tx, shop.deps.jobs, shop.clock.now()));
  const read = (beforeId: number | null) => {
    const filter = { operator: null, action: 'sign_in_refused', targetKind: null, targetId: null } as const;
    return shop.store.read.auditLog.entries(filter, beforeId, 500);
  };
  const entries = await read(null);
  const times = entries.map(({ after }) => Number(after?.times));
  assert.equal(
    times.reduce((sum, some) => sum + some, 0),
    namedMax + 21,
  );
  assert.equal(entries.length, namedMax + 1 + 2);
  assert.deepEqual(
    entries.filter(({ operator }) => operator === '(others)').map(({ after }) => after?.times),
    [19, 1],
  );
  assert.equal((await shop.store.transaction((tx) => tx.signIns.lockRefused())).length, 0);
});

test('concurrent refusals are all counted', async () => {
  await using shop = await openShop();
  await addAnna(shop);
  await Promise.all(Array.from({ length: 20 }, () => refuse(shop, 'anna')));
  const [refused] = await shop.store.transaction((tx) => tx.signIns.lockRefused());
  assert.equal(refused?.times, 20);
  assert.equal((await refusedEntries(shop)).length, 1);
});
