/** Who is calling. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureOperator } from '../../src/usecases/operators/ensure-operator.ts';
import { code } from '../support/app-error.ts';
import { openShop } from '../support/shop.ts';

test('who shows nothing is anonymous, unless guests are turned off', async () => {
  await using open = await openShop();
  assert.deepEqual(await open.service.identify({}), { kind: 'anonymous' });
  await using closed = await openShop({ settings: { guestsAllowed: false } });
  await assert.rejects(closed.service.identify({}), code('unauthenticated'));
  await assert.rejects(closed.service.identify({ bearer: 'guest 1' }), code('unauthenticated'));
  await assert.rejects(closed.service.identify({ cookie: 'guest 1' }), code('unauthenticated'));
  assert.equal((await closed.service.identify({ bearer: 'subject alice' })).kind, 'user');
});

test('a guest is known by token or cookie; a bad token is refused, a bad cookie counts as none', async () => {
  await using shop = await openShop();
  assert.deepEqual(await shop.service.identify({ bearer: 'guest 7' }), { kind: 'guest', userId: 7 });
  assert.deepEqual(await shop.service.identify({ cookie: 'guest 7' }), { kind: 'guest', userId: 7 });
  await assert.rejects(shop.service.identify({ bearer: 'nonsense' }), code('invalid_credential'));
  assert.deepEqual(await shop.service.identify({ cookie: 'nonsense' }), { kind: 'anonymous' });
  assert.deepEqual(await shop.service.identify({ cookie: 'subject alice' }), { kind: 'anonymous' });
});

test('a bearer token decides before a password and a cookie', async () => {
  await using shop = await openShop();
  const caller = await shop.service.identify({
    bearer: 'guest 7',
    basic: { name: 'admin', password: 'wrong' },
    cookie: 'guest 8',
  });
  assert.deepEqual(caller, { kind: 'guest', userId: 7 });
});

test('a subject of the identity provider is one user, however many calls come first', async () => {
  await using shop = await openShop();
  const callers = await Promise.all([1, 2, 3].map(() => shop.service.identify({ bearer: 'subject alice' })));
  assert.equal(new Set(callers.map((caller) => JSON.stringify(caller))).size, 1);
  const bob = await shop.service.identify({ bearer: 'subject bob' });
  assert.notDeepEqual(bob, callers[0]);
});

test('an operator is known by name and password; neither a wrong name nor a wrong password is told', async () => {
  await using shop = await openShop();
  const made = await ensureOperator(shop.deps, null);
  assert.ok(made !== null && made.length >= 20);
  const basic = (name: string, password: string) => shop.service.identify({ basic: { name, password } });
  assert.deepEqual(await basic('admin', made), { kind: 'operator', name: 'admin', role: 'owner' });
  const messages = new Set<string>();
  for (const [name, password] of [
    ['admin', 'wrong'],
    ['nobody', made],
    ['nobody', 'no such operator'],
  ] as const) {
    await assert.rejects(basic(name, password), (error: Error) => {
      messages.add(error.message);
      return code('invalid_credential')(error);
    });
  }
  assert.equal(messages.size, 1);
});
