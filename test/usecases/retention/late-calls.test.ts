/** Calls that were identified before the erasure of their customer, and change something after it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeGuest } from '../../../src/usecases/members/merge-guest.ts';
import { eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { code } from '../../support/app-error.ts';
import { columnsWith, databases, markedCustomer, marker } from '../../support/marked-customer.ts';
import { openShop, operator } from '../../support/shop.ts';

const settings = { eventsUrl: 'https://erp.test/hook' } as const;

for (const [name, database] of databases) {
  test(`a call that began before the erasure of its customer stores no order, photo, consent or account for the erased customer, and moves no erased order, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    const { service } = shop;
    const { user, caller } = await markedCustomer(database, shop);
    const text = { version: 1, en: 'e', zh: 'z', createdBy: 'ann', createdAt: 1 };
    await shop.store.transaction((tx) => tx.consents.addText(text));
    await eraseUser(shop.deps, operator, user.id);
    await assert.rejects(shop.placeVip(1, caller), code('invalid_credential'));
    await assert.rejects(shop.upload(caller), code('invalid_credential'));
    await assert.rejects(service.giveConsent(caller, 1), code('invalid_credential'));
    const login = { caller, provider: 'wechat', code: 'code of carol', requestId: 'r' };
    const carol = await service.login(login);
    assert.notEqual(carol.userId, user.id);
    assert.deepEqual(await service.myOrders({ kind: 'user', userId: carol.userId }, null, 9), []);
    const merged = mergeGuest(shop.deps, operator, user.id, carol.userId, 'same person');
    await assert.rejects(merged, code('illegal_transition'));
    assert.equal((await service.myOrders(caller, null, 9)).length, 4);
    assert.deepEqual(await shop.store.read.erasures.uploadsOf(user.id), []);
    assert.deepEqual(await shop.store.read.consents.ofUser(user.id), []);
  });

  test(`a call that began before the erasure of its customer changes no erased order, stores no idempotency key and issues no token, on ${name}`, async () => {
    await using shop = await openShop({ settings, ...database.shopOptions });
    const { service } = shop;
    const { user, caller, orders } = await markedCustomer(database, shop);
    const [orderNo = ''] = orders;
    await eraseUser(shop.deps, operator, user.id);
    const about = { caller, orderNo, requestId: 'r' };
    const problem = { reason: 'other', note: `${marker} is angry`, area: null } as const;
    const source = { language: null, clientAddress: '203.0.113.7' };
    const key = { key: marker.padEnd(20, 'k'), client: '192.0.2.1', bodyHash: 'h' };
    for (const call of [
      () => service.reportProblem({ ...about, ...problem }),
      () => service.removeOrderEmail(caller, orderNo, 'r'),
      () => service.refundOrder(caller, orderNo, `${marker} is angry`, 'r'),
      () => service.cancelOrder(caller, orderNo, 'r'),
      () =>
        service.payOrders({
          ...about,
          orderNos: [orderNo],
          ...source,
          provider: undefined,
          channel: undefined,
        }),
      () => service.beginIdempotent(caller, 'refund_order', key),
      () => service.endGuestTokens(caller, null),
    ]) {
      await assert.rejects(call(), code('invalid_credential'));
    }
    assert.deepEqual(await columnsWith(database, shop, marker), []);
    assert.equal(
      (await shop.store.read.members.userById(user.id))?.tokenGeneration,
      user.tokenGeneration + 1,
    );
  });
}
