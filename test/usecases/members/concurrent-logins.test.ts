/** Sign-ins with the same account at the same time, on a real PostgreSQL server. SQLite has only one writer. */

import assert from 'node:assert/strict';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { login } from '../../../src/usecases/members/login.ts';
import { concurrencyTests, withPart } from '../../support/concurrent-work.ts';
import { anonymous } from '../../support/shop.ts';

const { testConcurrency } = await concurrencyTests();
let accounts = 0;

testConcurrency(
  'a sign-in whose user is absorbed at the same time signs in the user to whom the account was moved',
  async (shop) => {
    const account = `alice${'-i'.repeat(++accounts)}`;
    const call = { provider: 'wechat', code: `code of ${account}`, requestId: 'r' };
    const first = await login(shop.deps, { ...call, caller: anonymous });
    const jane = await shop.store.transaction((tx) =>
      tx.members.insertUserOfSubject('issuer', account, shop.clock.now()),
    );
    const caller: Caller = { kind: 'user', userId: jane.id };
    let isMoved = false;
    const deps = withPart(shop, 'members', (tx) => ({
      async userByAccount(provider, accountId) {
        const user = await tx.members.userByAccount(provider, accountId);
        if (!isMoved) await login(shop.deps, { ...call, caller });
        isMoved = true;
        return user;
      },
    }));
    // The provider accepts a code only once, so the client could not repeat the call.
    assert.equal((await login(deps, { ...call, caller: anonymous })).userId, jane.id);
    assert.equal((await shop.store.read.members.originOf(first.userId))?.absorbedInto, jane.id);
    assert.equal((await login(shop.deps, { ...call, caller: anonymous })).userId, jane.id);
  },
);
