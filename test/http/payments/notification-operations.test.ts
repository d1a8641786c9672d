/** The client API's `pay_notify` over a real database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPglite, openSqlite } from '../../support/databases.ts';
import { notifyOf } from '../../support/fake-provider.ts';
import { assertSound, openShop, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

async function send(shop: Shop, { headers, body }: ReturnType<typeof notifyOf>) {
  await using web = shopApp(shop);
  return web.app.inject({
    method: 'POST',
    url: '/v1/pay_notify/sandbox',
    headers: { 'content-type': 'application/json', 'x-signature': headers['x-signature'] ?? '' },
    payload: Buffer.from(body),
  });
}

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`a genuine notification with NUL in its fields is accepted, recorded and applied on ${name}`, async () => {
    await using shop = await openShop({ open });
    const { orderNo, paymentNo } = await shop.openedColourise();
    const { body } = shop.bank.pay(paymentNo);
    const genuine = JSON.parse(Buffer.from(body).toString('utf8'));
    const report = { ...genuine.report, providerRef: 'bank\0ref' };
    const unknown = notifyOf({ kind: 'payment', eventId: 'e\u00001', paymentNo: 'P\u00001', report });
    const paid = notifyOf({ kind: 'payment', eventId: 'e\u00002', paymentNo, report });
    const failed = {
      state: 'failed',
      code: 'provider_refused',
      reason: 'no\0',
      providerRefundId: 'r\0',
    } as const;
    const refund = notifyOf({ kind: 'refund', eventId: 'e\u00003', refundNo: 'R\u00001', report: failed });
    for (const notification of [unknown, paid, refund, paid]) {
      const answer = await send(shop, notification);
      assert.equal(answer.statusCode, 200, answer.body);
    }
    assert.equal(await shop.state(orderNo), 'pay/init');
    const [recorded, ...others] = await shop.store.read.payments.notifications(paymentNo);
    assert.deepEqual(others, []);
    assert.equal(recorded?.eventId, 'e\uFFFD2');
    await assertSound(shop);
  });
}
