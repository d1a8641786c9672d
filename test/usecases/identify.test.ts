/** The caller of a request: which credential makes an anonymous caller, a guest, a user or an operator. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../src/domain/errors.ts';
import { createIdentify } from '../../src/usecases/identify.ts';
import { ensureOperator } from '../../src/usecases/operators/ensure-operator.ts';
import { signIn } from '../../src/usecases/operators/sign-in.ts';
import { code } from '../support/app-error.ts';
import { auditLog } from '../support/console-fixture.ts';
import { openedSession } from '../support/opened-session.ts';
import { openShop, source } from '../support/shop.ts';

test('a request without a credential is anonymous; in a shop without guests, only users are accepted', async () => {
  await using open = await openShop();
  assert.deepEqual(await open.service.identify({}, source), { kind: 'anonymous' });
  await using closed = await openShop({ settings: { guestsAllowed: false } });
  await assert.rejects(closed.service.identify({}, source), code('unauthenticated'));
  await assert.rejects(closed.service.identify({ bearer: 'guest 1' }, source), code('unauthenticated'));
  await assert.rejects(closed.service.identify({ cookie: 'guest 1' }, source), code('unauthenticated'));
  assert.equal((await closed.service.identify({ bearer: 'subject alice' }, source)).kind, 'user');
});

test('a guest is identified by token or cookie; an invalid token is refused, an invalid cookie is ignored', async () => {
  await using shop = await openShop();
  const { userId } = await shop.order(await shop.placeVip());
  const guest = { kind: 'guest', userId };
  assert.deepEqual(await shop.service.identify({ bearer: `guest ${userId}` }, source), guest);
  assert.deepEqual(await shop.service.identify({ cookie: `guest ${userId}` }, source), guest);
  await assert.rejects(shop.service.identify({ bearer: 'nonsense' }, source), code('invalid_credential'));
  assert.deepEqual(await shop.service.identify({ cookie: 'nonsense' }, source), { kind: 'anonymous' });
  assert.deepEqual(await shop.service.identify({ cookie: 'subject alice' }, source), { kind: 'anonymous' });
});

test('a guest token that is older than the user with its id is ignored: after a restore of the database, the id can belong to another guest', async () => {
  await using shop = await openShop();
  const { userId } = await shop.order(await shop.placeVip());
  const created = shop.clock.now();
  const identify = (issuedAt: number) =>
    shop.service.identify({ bearer: `guest ${userId} ${issuedAt}` }, source);
  assert.deepEqual(await identify(created - 60_000), { kind: 'anonymous' });
  assert.deepEqual(await identify(created - 999), { kind: 'guest', userId });
  assert.deepEqual(await identify(created + 60_000), { kind: 'guest', userId });
});

test('a bearer token takes precedence over a password and a cookie', async () => {
  await using shop = await openShop();
  const { userId } = await shop.order(await shop.placeVip());
  const caller = await shop.service.identify(
    {
      bearer: `guest ${userId}`,
      basic: { name: 'admin', password: 'wrong' },
      cookie: 'guest 8',
    },
    source,
  );
  assert.deepEqual(caller, { kind: 'guest', userId });
});

test('concurrent first calls of one subject create one user', async () => {
  await using shop = await openShop();
  const callers = await Promise.all(
    [1, 2, 3].map(() => shop.service.identify({ bearer: 'subject alice' }, source)),
  );
  assert.equal(new Set(callers.map((caller) => JSON.stringify(caller))).size, 1);
  const bob = await shop.service.identify({ bearer: 'subject bob' }, source);
  assert.notDeepEqual(bob, callers[0]);
});

test('an operator is identified by name and password; the error does not reveal which of the two is wrong', async () => {
  await using shop = await openShop();
  const made = await ensureOperator(shop.deps, null);
  assert.ok(made !== null && made.length >= 20);
  const basic = (name: string, password: string) =>
    shop.service.identify({ basic: { name, password } }, source);
  const caller = await basic('admin', made);
  assert.ok(caller.kind === 'operator');
  const { operator, sessionId, address, requestId } = caller;
  assert.deepEqual([operator.name, operator.role, sessionId], ['admin', 'owner', null]);
  assert.deepEqual([address, requestId], [source.address, source.requestId]);
  const messages = new Set<string>();
  for (const [name, password] of [
    ['admin', 'wrong'],
    ['unknown', made],
    ['unknown', 'no such operator'],
  ] as const) {
    await assert.rejects(basic(name, password), (error: Error) => {
      messages.add(error.message);
      return code('invalid_credential')(error);
    });
  }
  assert.equal(messages.size, 1);
});

test('wrong passwords at the API and at the console’s sign-in count together', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'the right password');
  const wrong = () => shop.service.identify({ basic: { name: 'admin', password: 'wrong' } }, source);
  for (let i = 0; i < 5; i++) await assert.rejects(wrong(), code('invalid_credential'));
  await assert.rejects(wrong(), code('too_many_requests'));
  const call = {
    ...source,
    name: 'admin',
    password: 'the right password',
    digest: 'd',
    formerDigest: null,
    userAgent: null,
  };
  await assert.rejects(signIn(shop.deps, call), code('too_many_requests'));
  shop.clock.advance(60_000);
  assert.equal(openedSession(await signIn(shop.deps, call)).operator.name, 'admin');
});

test('concurrent calls with the right password are all accepted', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'the right password');
  const right = () =>
    shop.service.identify({ basic: { name: 'admin', password: 'the right password' } }, source);
  const callers = await Promise.all(Array.from({ length: 30 }, right));
  assert.ok(callers.every(({ kind }) => kind === 'operator'));
});

const right = 'the right password';

/** Calls with the name of the only operator, whose password the process remembers. */
async function openBasic() {
  const shop = await openShop();
  await ensureOperator(shop.deps, right);
  const passwords = { ...shop.deps.passwords, remembers: (password: string) => password === right };
  const identify = createIdentify({ ...shop.deps, passwords });
  const answer = async (client: string, password: string) => {
    try {
      const call = { basic: { name: 'admin', password } };
      return (await identify(call, { ...source, address: client, client })).kind;
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };
  return { shop, answer, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() };
}

const office = '198.51.100.7';
const guesser = '203.0.113.9';

test('a client that has proved the password recently is accepted while another client guesses passwords for the name', async () => {
  await using basic = await openBasic();
  assert.equal(await basic.answer(office, right), 'operator');
  for (let i = 0; i < 5; i++) assert.equal(await basic.answer(guesser, 'wrong'), 'invalid_credential');
  assert.equal(await basic.answer(guesser, 'wrong'), 'too_many_requests');
  assert.equal(await basic.answer(office, right), 'operator');
});

test('a password that another client has proved is refused like a wrong one while its name must wait', async () => {
  await using basic = await openBasic();
  assert.equal(await basic.answer(office, right), 'operator');
  for (let i = 0; i < 5; i++) await basic.answer(guesser, 'wrong');
  assert.equal(await basic.answer(guesser, right), 'too_many_requests');
});

test('clients at many new addresses may use a remembered password at the same time', async () => {
  await using basic = await openBasic();
  await basic.answer(office, right);
  const clients = Array.from({ length: 12 }, (_, index) => `10.0.1.${index}`);
  const kinds = await Promise.all(clients.map((client) => basic.answer(client, right)));
  assert.deepEqual([...new Set(kinds)], ['operator']);
});

test('the right password among many parallel guesses from new addresses is refused like the wrong ones', async () => {
  await using basic = await openBasic();
  await basic.answer(office, right);
  const guesses = Array.from({ length: 12 }, (_, index) => (index === 11 ? right : `guess ${index}`));
  const ends = await Promise.all(guesses.map((guess, index) => basic.answer(`10.0.1.${index}`, guess)));
  assert.equal(ends.at(-1), 'too_many_requests');
});

test('nine wrong passwords from an address do not stop its scripts with the right password, and the tenth does', async () => {
  await using basic = await openBasic();
  assert.equal(await basic.answer(office, right), 'operator');
  for (let i = 0; i < 9; i++) {
    await basic.answer(office, 'wrong');
    assert.equal(await basic.answer(office, right), 'operator');
  }
  await basic.answer(office, 'wrong');
  assert.equal(await basic.answer(office, right), 'too_many_requests');
  basic.shop.clock.advance(5_000);
  assert.equal(await basic.answer(office, right), 'operator');
});

test('an address from which the password was proved makes no more guesses than others, even while the name must wait', async () => {
  await using basic = await openBasic();
  await basic.answer(office, right);
  for (let i = 0; i < 5; i++) await basic.answer(guesser, 'wrong');
  let guesses = 0;
  while ((await basic.answer(office, right)) === 'operator' && guesses < 100) {
    guesses += 1;
    assert.equal(await basic.answer(office, `guess ${guesses}`), 'too_many_requests');
  }
  assert.equal(guesses, 10);
});

test('a refused password at the API has an audit entry', async () => {
  await using shop = await openShop();
  await ensureOperator(shop.deps, 'the right password');
  await assert.rejects(
    shop.service.identify({ basic: { name: 'admin', password: 'wrong' } }, source),
    code('invalid_credential'),
  );
  const [entry] = await auditLog(shop);
  assert.deepEqual(
    [entry?.action, entry?.operator, entry?.address],
    ['sign_in_refused', 'admin', source.address],
  );
});
