/**
 * A sign-in that is repeated: its transaction, if the customer was erased or merged at the same moment, and the whole call,
 * if its response was lost.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { ChangedMeanwhile } from '../../../src/usecases/members/absorb-user.ts';
import { login } from '../../../src/usecases/members/login.ts';
import { CodeRefused } from '../../../src/usecases/ports/account-exchange.ts';
import type { StoreTransaction } from '../../../src/usecases/ports/store.ts';
import { code } from '../../support/app-error.ts';
import { headerTokens } from '../../support/deps.ts';
import { anonymous, openShop, source } from '../../support/shop.ts';

test('a sign-in whose customer changes at the same moment succeeds with the same code, which the provider accepts only once', async () => {
  await using shop = await openShop();
  const { store, accounts } = shop.deps;
  assert.ok(accounts !== null);
  let [changes, codes] = [1, 0];
  const deps = {
    ...shop.deps,
    accounts: {
      ...accounts,
      exchange(given: string) {
        codes += 1;
        return accounts.exchange(given);
      },
    },
    store: {
      ...store,
      transaction<T>(work: (tx: StoreTransaction) => Promise<T>) {
        return store.transaction(async (tx) => {
          const made = await work(tx);
          if (changes-- > 0) throw new ChangedMeanwhile();
          return made;
        });
      },
    },
  };
  const call = { caller: anonymous, provider: 'wechat', code: 'code of alice', requestId: 'r' };
  const { userId } = await login(deps, call);
  assert.deepEqual([codes, (await login(shop.deps, call)).userId], [1, userId]);
  changes = 9;
  await assert.rejects(login(deps, call), code('unavailable'));
});

test('a guest whose sign-in succeeded without a response signs in with a new code and has all orders', async () => {
  const used = new Set<string>();
  await using shop = await openShop({
    wrap: ({ accounts, ...deps }) => ({
      ...deps,
      tokens: headerTokens,
      accounts: {
        name: 'wechat',
        async exchange(given) {
          if (used.has(given)) throw new CodeRefused('40163 code been used');
          used.add(given);
          return (accounts ?? assert.fail()).exchange(given.replace(/ \d$/, ''));
        },
      },
    }),
  });
  const signIn = (caller: Caller, attempt: number) =>
    shop.service.login({ caller, provider: 'wechat', code: `code of alice ${attempt}`, requestId: 'r' });
  const first = await shop.placeVip(1);
  const { userId: guestId } = await shop.order(first);
  const guest: Caller = { kind: 'guest', userId: guestId };
  await signIn(guest, 1);
  await assert.rejects(signIn(guest, 1), code('invalid_parameters', '/code'));
  // Until the next sign-in, the client still has the token of the guest, which counts as no token.
  const second = await shop.placeVip(2, anonymous);
  const { token } = await signIn({ kind: 'guest', userId: (await shop.order(second)).userId }, 2);
  const user = await shop.service.identify({ bearer: token }, source);
  const orders = await shop.service.myOrders(user, null, 50);
  assert.deepEqual(orders.map(({ order }) => order.orderNo).sort(), [first, second].sort());
});
