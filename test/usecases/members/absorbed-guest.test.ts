/** A guest who became a user, by `login` or because an operator merged the guest. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantMonths } from '../../../src/usecases/members/grant-months.ts';
import { mergeGuest } from '../../../src/usecases/members/merge-guest.ts';
import { eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { openPglite, openSqlite } from '../../support/databases.ts';
import { headerTokens } from '../../support/deps.ts';
import { anonymous, openShop, operator, source, vip } from '../../support/shop.ts';

const databases = [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const;
const wechat = { provider: 'wechat', requestId: 'r' } as const;

for (const [name, database] of databases) {
  test(`after a guest has become a user, the guest’s token counts as no token, and a call that began before orders as a new guest, on ${name}`, async () => {
    await using shop = await openShop({
      open: database,
      wrap: (deps) => ({ ...deps, tokens: headerTokens }),
    });
    await shop.store.transaction((tx) =>
      tx.consents.addText({ version: 1, en: 'e', zh: 'z', createdBy: 'ann', createdAt: 1 }),
    );
    const { guestToken } = await shop.service.placeOrder(shop.placeCall(vip, { num: 1 }));
    const guest = await shop.service.identify({ bearer: guestToken ?? '' }, source);
    assert.ok(guest.kind === 'guest');
    await shop.service.giveConsent(guest, 1);
    const alice = await shop.service.login({ ...wechat, caller: guest, code: 'code of alice' });
    assert.equal((await shop.store.read.consents.ofUser(alice.userId)).length, 1);
    assert.deepEqual(await shop.service.identify({ bearer: guestToken ?? '' }, source), anonymous);

    const late = await shop.placeVip(1, guest);
    assert.notEqual((await shop.order(late)).userId, guest.userId);
    assert.ok((await shop.service.giveConsent(guest, 1)).guestToken !== null);
    const bob = await shop.service.login({ ...wechat, caller: guest, code: 'code of bob' });
    assert.deepEqual(await shop.service.myOrders({ kind: 'user', userId: bob.userId }, null, 9), []);
    const { absorbedInto } = (await shop.store.read.members.userById(guest.userId)) ?? assert.fail();
    assert.equal(absorbedInto, alice.userId);
  });

  test(`the erasure of the first customer who a guest became removes what operators wrote about the guest, also if an operator merged the guest again, on ${name}`, async () => {
    await using shop = await openShop({
      open: database,
      wrap: (deps) => ({ ...deps, tokens: headerTokens }),
    });
    const { userId } = await shop.order(await shop.placeVip(1));
    const guest = { kind: 'guest', userId } as const;
    await grantMonths(shop.deps, operator, userId, {
      months: 1,
      reason: 'waited for long',
      grantsBefore: null,
    });
    const alice = await shop.service.login({ ...wechat, caller: guest, code: 'code of alice' });
    const bob = await shop.service.login({ ...wechat, caller: anonymous, code: 'code of bob' });
    await mergeGuest(shop.deps, operator, userId, bob.userId, 'by mistake');
    for (const { order } of await shop.service.myOrders({ kind: 'user', userId: alice.userId }, null, 9)) {
      await shop.service.cancelOrder(operator, order.orderNo, 'r');
    }
    await eraseUser(shop.deps, operator, alice.userId);
    const filter = { operator: null, action: null, targetKind: 'user', targetId: String(userId) } as const;
    const entries = await shop.store.read.auditLog.entries(filter, null, 9);
    assert.deepEqual(
      entries.map(({ reason }) => reason),
      [null, null],
    );
  });
}
