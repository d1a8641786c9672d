/** Signing in with an account at a payment provider (`login`), in a complete shop. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { grantMonths } from '../../../src/usecases/members/grant-months.ts';
import { eraseUser, previewUserErasure } from '../../../src/usecases/retention/erase-customer.ts';
import { code } from '../../support/app-error.ts';
import { type OpenTestDatabase, openPglite, openSqlite } from '../../support/databases.ts';
import { headerTokens } from '../../support/deps.ts';
import { fakeProvider } from '../../support/fake-provider.ts';
import { columnsWith, onSqlite, databases as searched } from '../../support/marked-customer.ts';
import { anonymous, openShop, operator, type Shop } from '../../support/shop.ts';

function open(database?: OpenTestDatabase) {
  return openShop({
    ...(database === undefined ? {} : { open: database }),
    wrap: (deps) => ({ ...deps, tokens: headerTokens }),
  });
}

const databases = [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const;

async function login(shop: Shop, code: string, caller: Caller = anonymous) {
  return shop.service.login({ caller, provider: 'wechat', code, requestId: 'r' });
}

async function callerOf(shop: Shop, token: string): Promise<Caller> {
  return shop.service.identify(
    { bearer: token },
    { address: '192.0.2.1', client: '192.0.2.1', requestId: 'r' },
  );
}

async function numbersOf(shop: Shop, caller: Caller): Promise<string[]> {
  return (await shop.service.myOrders(caller, null, 50)).map(({ order }) => order.orderNo);
}

async function guestOf(shop: Shop, orderNo: string): Promise<Caller> {
  return { kind: 'guest', userId: (await shop.order(orderNo)).userId };
}

test('the same account always signs in the same user, and another account another user', async () => {
  await using shop = await open();
  const first = await login(shop, 'code of alice');
  const again = await login(shop, 'code of alice');
  const other = await login(shop, 'code of bob');
  assert.equal(again.userId, first.userId);
  assert.notEqual(other.userId, first.userId);
  assert.deepEqual(await callerOf(shop, first.token), { kind: 'user', userId: first.userId });
});

for (const [name, database] of databases) {
  test(`two sign-ins of a new account at the same time make one user, on ${name}`, async () => {
    await using shop = await open(database);
    const signedIn = await Promise.all([1, 2, 3].map(() => login(shop, 'code of alice')));
    assert.equal(new Set(signedIn.map(({ userId }) => userId)).size, 1);
  });
}

test('the orders of a user who signed in with an account are accessible only to this user', async () => {
  await using shop = await open();
  const { token } = await login(shop, 'code of alice');
  const orderNo = await shop.placeVip(1, await callerOf(shop, token));
  await assert.rejects(shop.service.fetchOrder(anonymous, orderNo), code('unknown_order'));
  const stranger = await callerOf(shop, (await login(shop, 'code of bob')).token);
  await assert.rejects(shop.service.fetchOrder(stranger, orderNo), code('unknown_order'));
});

for (const [name, database] of databases) {
  test(`a guest who signs in keeps the orders and the membership months, and the self-audit finds no problem, on ${name}`, async () => {
    await using shop = await open(database);
    const paid = await shop.placeVip(2);
    await shop.pay(paid);
    const guest = await guestOf(shop, paid);
    const unpaid = await shop.placeVip(1, guest);
    const { memberUntil } = await shop.service.myVip(guest);
    assert.ok(memberUntil !== null);
    const user = await callerOf(shop, (await login(shop, 'code of alice', guest)).token);
    assert.deepEqual((await numbersOf(shop, user)).sort(), [paid, unpaid].sort());
    assert.equal((await shop.service.myVip(user)).memberUntil, memberUntil);
    assert.deepEqual(await numbersOf(shop, guest), []);
    assert.equal((await shop.service.myVip(guest)).memberUntil, null);
    assert.deepEqual((await shop.audit()).problems, []);
  });
}

test('months of a guest and months of the account add up', async () => {
  await using shop = await open();
  const account = await callerOf(shop, (await login(shop, 'code of alice')).token);
  for (const months of [1, 2]) {
    const orderNo = await shop.placeVip(months);
    await shop.pay(orderNo);
    await login(shop, 'code of alice', await guestOf(shop, orderNo));
  }
  const both = await shop.placeVip(3);
  await shop.pay(both);
  const expected = await shop.service.myVip(await guestOf(shop, both));
  assert.deepEqual(await shop.service.myVip(account), expected);
});

for (const [name, database] of databases) {
  test(`if a guest signs in while a payment of the guest is settled, the user gets the membership months, on ${name}`, async () => {
    await using shop = await open(database);
    const orderNo = await shop.placeVip(1);
    await shop.startPayment(orderNo);
    const paid = shop.bank.pay(await shop.lastPaymentNo(orderNo));
    const guest = await guestOf(shop, orderNo);
    const [, signedIn] = await Promise.all([shop.notify(paid), login(shop, 'code of alice', guest)]);
    const user = await callerOf(shop, signedIn.token);
    assert.ok((await shop.service.myVip(user)).active);
    assert.deepEqual((await shop.audit()).problems, []);
  });
}

test('if a second customer signs in on a device, the orders stay with the customer who signed in there before', async () => {
  await using shop = await open();
  const alice = await callerOf(shop, (await login(shop, 'code of alice')).token);
  const orderNo = await shop.placeVip(1, alice);
  const bob = await callerOf(shop, (await login(shop, 'code of bob', alice)).token);
  assert.deepEqual(await numbersOf(shop, bob), []);
  assert.deepEqual(await numbersOf(shop, alice), [orderNo]);
});

test('a user of the identity provider who signs in with an account stays the same user and gets the orders of the account', async () => {
  await using shop = await open();
  const account = await callerOf(shop, (await login(shop, 'code of alice')).token);
  const orderNo = await shop.placeVip(1, account);
  const known = await callerOf(shop, 'subject.carol');
  const signedIn = await login(shop, 'code of alice', known);
  assert.deepEqual(await callerOf(shop, signedIn.token), known);
  assert.deepEqual(await numbersOf(shop, known), [orderNo]);
  assert.equal((await login(shop, 'code of alice')).userId, signedIn.userId);
});

for (const [name, database] of searched) {
  test(`after the account of a user was given to a user of the identity provider, the former user’s token is refused, and the erasure of the customer removes the id of the account, on ${name}`, async () => {
    await using shop = await open(database.shopOptions.open);
    const first = await login(shop, 'code of alice');
    const account = await callerOf(shop, first.token);
    const photo = await shop.upload(account);
    await grantMonths(shop.deps, operator, first.userId, {
      months: 1,
      reason: 'alice waited for long',
      grantsBefore: null,
    });
    const guest = await shop.placeVip(1, anonymous);
    await shop.service.cancelOrder(operator, guest, 'r');
    const guestId = (await shop.order(guest)).userId;
    await grantMonths(shop.deps, operator, guestId, {
      months: 1,
      reason: 'alice phoned',
      grantsBefore: null,
    });
    await login(shop, 'code of alice', await guestOf(shop, guest));
    const carol = await callerOf(shop, 'subject.carol');
    const signedIn = await login(shop, 'code of alice', carol);
    await assert.rejects(callerOf(shop, first.token), code('invalid_credential'));
    assert.equal((await shop.store.read.uploads.byPath(photo))?.ownerId, signedIn.userId);
    assert.deepEqual(
      (await shop.store.read.members.searchUsers({ id: null, subject: 'alice' }, null, 9)).map(
        ({ id }) => id,
      ),
      [signedIn.userId],
    );
    await eraseUser(shop.deps, operator, signedIn.userId);
    assert.deepEqual(await columnsWith(database, shop, 'alice'), []);
    const again = await login(shop, 'code of alice');
    assert.ok(![first.userId, signedIn.userId].includes(again.userId), 'the person is a new customer');
  });
}

/** A user who has signed in only with Alice's account, although the account belongs to Carol, as in old databases. */
async function forgottenUser(shop: Shop) {
  const carol = await callerOf(shop, 'subject.carol');
  const { userId } = await login(shop, 'code of alice', carol);
  const { id } = await shop.store.transaction((tx) =>
    tx.members.insertUserOfSubject('account:wechat', 'alice', shop.clock.now()),
  );
  return { carol, userId, former: { kind: 'user', userId: id } as const };
}

test('a sign-in with an account moves the orders of another user with this account to the user to whom the account belongs', async () => {
  await using shop = await open();
  const { carol, former } = await forgottenUser(shop);
  const orderNo = await shop.placeVip(1, former);
  const signedIn = await login(shop, 'code of alice', former);
  assert.deepEqual(await callerOf(shop, signedIn.token), carol);
  assert.deepEqual(await numbersOf(shop, carol), [orderNo]);
});

test('the erasure of a customer also erases another user with the same account, and the preview counts the orders of both', async () => {
  await using shop = await open();
  const { userId, former } = await forgottenUser(shop);
  const orderNo = await shop.placeVip(1, former);
  const { id } = await shop.order(orderNo);
  const preview = () => previewUserErasure(shop.deps, operator, userId);
  assert.deepEqual(await preview(), { orders: 1, obstacles: [{ orderId: id, obstacle: 'unpaid' }] });
  await shop.service.cancelOrder(former, orderNo, 'r');
  assert.deepEqual(await preview(), { orders: 1, obstacles: [] });
  const { erasure } = await eraseUser(shop.deps, operator, userId);
  assert.equal(erasure.orders.length, 1);
  assert.deepEqual(await columnsWith(onSqlite, shop, 'alice'), []);
  await assert.rejects(shop.service.fetchOrder(former, orderNo), code('unknown_order'));
});

test('the database contains the session key of an account only encrypted', async () => {
  await using shop = await open();
  await login(shop, 'code of alice');
  const stored = JSON.stringify(shop.rows('select * from provider_accounts'));
  assert.ok(stored.includes('alice'));
  assert.ok(!stored.includes('session 1 of alice'), stored);
});

test('login refuses a code that the provider refuses as a wrong field, and is 503 if the provider does not respond', async () => {
  await using shop = await open();
  await assert.rejects(login(shop, 'used'), code('invalid_parameters'));
  await assert.rejects(login(shop, 'busy'), code('unavailable'));
  await assert.rejects(login(shop, 'code of alice', operator), code('forbidden'));
});

test('in a shop without guests, a customer with a token of login can order', async () => {
  await using shop = await openShop({
    settings: { guestsAllowed: false },
    wrap: (deps) => ({ ...deps, tokens: headerTokens }),
  });
  const { token } = await login(shop, 'code of alice');
  const caller = await callerOf(shop, token);
  assert.equal((await shop.order(await shop.placeVip(1, caller))).ownedBy, 'user');
});

test('a payment that needs a payer is opened with the account and the newest session of the caller', async () => {
  const given: unknown[] = [];
  await using shop = await openShop({
    wrap: (deps) => {
      const bank = fakeProvider(deps.clock, 'wechat_virtual');
      return {
        ...deps,
        tokens: headerTokens,
        providers: [
          {
            ...bank,
            needsPayer: () => true,
            clientDataMs: () => 0,
            async open(request) {
              given.push(request.payer);
              return { clientData: { signed: String(request.payer?.sessionKey) }, providerRef: null };
            },
          },
        ],
      };
    },
  });
  const orderNo = await shop.placeVip();
  const pay = (caller: Caller) =>
    shop.service.payOrders({
      caller,
      orderNos: [orderNo],
      provider: undefined,
      channel: undefined,
      language: null,
      clientAddress: '203.0.113.7',
      requestId: 'r',
    });
  await assert.rejects(pay(anonymous), code('invalid_parameters'));
  const caller = await callerOf(shop, (await login(shop, 'code of alice')).token);
  const first = await pay(caller);
  await login(shop, 'code of alice');
  const second = await pay(caller);
  assert.deepEqual(given, [
    { id: 'alice', sessionKey: 'session 1 of alice' },
    { id: 'alice', sessionKey: 'session 2 of alice' },
  ]);
  assert.notDeepEqual(second, first);
  assert.equal((await shop.attempts(orderNo)).length, 1);
  const other = await callerOf(shop, (await login(shop, 'code of bob')).token);
  await pay(other);
  assert.deepEqual(
    (await shop.attempts(orderNo)).map(({ payerId }) => payerId),
    ['alice', 'bob'],
  );
});
