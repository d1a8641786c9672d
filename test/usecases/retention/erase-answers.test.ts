/**
 * The erasure of an order deletes the stored responses of calls with an idempotency key that contain what was written
 * about the order.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseOrder, eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { openConsole } from '../../support/console-visit.ts';
import { databases } from '../../support/marked-customer.ts';
import { openShop, operator } from '../../support/shop.ts';

const key = 'a-key-of-sixteen-chars';

for (const kind of ['user', 'order'] as const) {
  test(`the erasure of the ${kind} deletes the stored report of a caller without a token, and no other report`, async () => {
    await using visit = await openConsole();
    const { app, shop } = visit;
    const report = (orderNo: string, note: string, name: string) =>
      app.inject({
        method: 'POST',
        url: '/index.php/v1/report_problem',
        payload: { order_no: orderNo, reason: 'other', note },
        headers: { 'idempotency-key': `${key}-${name}` },
      });
    const [orderNo, other] = [await shop.paidColourise(), await shop.paidColourise()];
    await shop.drain();
    assert.equal((await report(orderNo, 'I am Ann Lee', 'ann')).statusCode, 200);
    assert.equal((await report(other, 'I am Bob', 'bob')).statusCode, 200);
    await visit.addOperator('admin', 'owner');
    const owner = await visit.signIn('admin');
    const { id, userId } = await shop.order(orderNo);
    const [problem] = await shop.store.read.problems.ofOrder(id);
    const answered = await visit.send(owner, 'POST', `problems/${problem?.id}/reply`, { reply: 'Sorry' });
    assert.equal(answered.statusCode, 200, answered.body);
    await shop.drain();
    if (kind === 'user') await eraseUser(shop.deps, operator, userId);
    else await eraseOrder(shop.deps, operator, id);
    const again = await report(orderNo, 'I am Ann Lee', 'ann');
    assert.notEqual(again.headers['idempotent-replayed'], 'true');
    assert.doesNotMatch(again.body, /Ann Lee/);
    const replayed = await report(other, 'I am Bob', 'bob');
    assert.equal(replayed.headers['idempotent-replayed'], 'true');
  });
}

for (const [name, database] of databases) {
  test(`the erasure of an order deletes the responses about it of every caller, also of a call that has not ended, on ${name}`, async () => {
    await using shop = await openShop(database.shopOptions);
    const [orderNo, other] = [await shop.paidColourise(), await shop.paidColourise()];
    await shop.drain();
    const given = { key, client: '192.0.2.1', bodyHash: 'h' };
    const begin = async (operation: string, about: { orderNo?: string } = {}, caller = operator) => {
      const start = await shop.service.beginIdempotent(caller, operation, { ...given, ...about });
      assert.ok(start.kind === 'first');
      return start.claim;
    };
    const refund = await begin('refund_order', { orderNo });
    await shop.service.endIdempotent(refund, 'I am Ann Lee');
    const unfinished = await begin('report_problem', { orderNo });
    const elsewhere = await begin(
      'refund_order',
      { orderNo: other },
      { ...operator, operator: { ...operator.operator, name: 'another' } },
    );
    await shop.service.endIdempotent(elsewhere, 'I am Bob');
    const payment = await begin('pay_order');
    await shop.service.endIdempotent(payment, 'a link');
    await eraseOrder(shop.deps, operator, (await shop.order(orderNo)).id);
    await shop.service.endIdempotent(unfinished, 'I am Ann Lee');
    const { idempotency } = shop.store.read;
    const left = [];
    for (const claim of [refund, unfinished, elsewhere, payment]) {
      left.push((await idempotency.find(claim.scope, claim.key))?.answer);
    }
    assert.deepEqual(left, [undefined, undefined, 'I am Bob', 'a link']);
  });
}
