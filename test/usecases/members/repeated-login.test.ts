/** The transaction of `login` runs again if the customer was erased or merged at the same moment. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangedMeanwhile } from '../../../src/usecases/members/absorb-user.ts';
import { login } from '../../../src/usecases/members/login.ts';
import type { StoreTransaction } from '../../../src/usecases/ports/store.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, openShop } from '../../support/shop.ts';

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
