/** One search for everything, and the export of orders, in the console's API. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOrderNos } from '../../../src/usecases/mask-numbers.ts';
import { openConsole } from '../../support/console-visit.ts';
import { withMailer } from '../../support/email-shop.ts';
import { anonymous } from '../../support/shop.ts';

async function openWithOrders() {
  const visit = await openConsole();
  await visit.addOperator('ann', 'owner');
  await visit.addOperator('cid', 'viewer');
  const { shop } = visit;
  const other = await shop.paidColourise();
  shop.clock.advance(60_000);
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const order = await shop.order(orderNo);
  return {
    visit,
    shop,
    orderNo,
    order,
    other,
    ann: await visit.signIn('ann'),
    cid: await visit.signIn('cid'),
  };
}

test('one search finds an order by its number, the start or the last four characters of the number, its id, its payment or refund number, and the provider’s number of either', async () => {
  const { visit, shop, orderNo, order, ann, cid } = await openWithOrders();
  await using _ = visit;
  await visit.send(ann, 'POST', `orders/${order.id}/refund`, { reason: 'asked' });
  await shop.drain();
  const [payment] = await shop.store.read.payments.ofOrder(order.id);
  const [refund] = await shop.store.read.refunds.ofOrder(order.id);
  assert.ok(payment !== undefined && refund !== undefined);
  assert.ok(payment.providerRef !== null && refund.providerRefundId !== null);
  const searched: readonly (readonly [text: string, by: string])[] = [
    [orderNo, 'order_no'],
    [orderNo.toLowerCase(), 'order_no'],
    [` ${maskOrderNos(orderNo)} `, 'order_no'],
    [orderNo.slice(0, 7), 'order_no'],
    [orderNo.slice(-4), 'order_no'],
    [String(order.id), 'order_id'],
    [payment.paymentNo, 'payment'],
    [payment.providerRef, 'payment'],
    [refund.refundNo, 'refund'],
    [refund.providerRefundId, 'refund'],
  ];
  for (const [text, by] of searched) {
    for (const visitor of [ann, cid]) {
      const answer = await visit.get(visitor, `search?q=${encodeURIComponent(text)}`);
      assert.equal(answer.statusCode, 200, answer.body);
      const found = answer.json().orders.find(({ id }: { id: number }) => id === order.id);
      assert.equal(found?.by, by, text);
      assert.ok(!answer.body.includes(orderNo), 'the response contains no whole number');
    }
  }
});

test('one search finds a customer by id and by account, and finds nothing for texts that are neither', async () => {
  const { visit, shop, order, ann } = await openWithOrders();
  await using _ = visit;
  const now = shop.clock.now();
  const user = await shop.store.transaction((tx) =>
    tx.members.insertUserOfSubject('https://id.example', 'lee@example.com', now),
  );
  const users = async (text: string) =>
    (await visit.get(ann, `search?q=${encodeURIComponent(text)}`))
      .json()
      .users.map(({ id }: { id: number }) => id);
  assert.deepEqual(await users('lee@example.com'), [user.id]);
  assert.deepEqual(await users(String(order.userId)), [order.userId]);
  for (const text of ['nobody@example.com', '%', "' or 1=1 --", '…', '0', '999999999999999']) {
    const found = (await visit.get(ann, `search?q=${encodeURIComponent(text)}`)).json();
    assert.deepEqual(found, { orders: [], users: [] }, text);
  }
});

test('one search finds the orders of an e-mail address, and not those whose address was removed', async () => {
  // Nothing listens at port 1, because the shop sends no e-mail in this test.
  const visit = await openConsole(withMailer({ port: 1 }));
  await using _ = visit;
  const { shop } = visit;
  await visit.addOperator('cid', 'viewer');
  const cid = await visit.signIn('cid');
  const [kept, removed] = [await shop.placeVip(1), await shop.placeVip(2)];
  for (const orderNo of [kept, removed]) {
    const call = { caller: anonymous, address: 'lee@example.com', language: 'en', requestId: 'r' } as const;
    await shop.service.setOrderEmail({ ...call, orderNo });
  }
  await shop.service.removeOrderEmail(anonymous, removed, 'r');
  const found = async (text: string) => {
    const answer = await visit.get(cid, `search?q=${encodeURIComponent(text)}`);
    assert.ok(!answer.body.includes('lee@'), 'the response contains no address');
    return answer.json().orders.map(({ id, by }: { id: number; by: string }) => [id, by]);
  };
  assert.deepEqual(await found(' lee@EXAMPLE.com '), [[await visit.orderId(kept), 'email']]);
  for (const text of ['lee@', 'lee', 'example.com', 'lea@example.com'])
    assert.deepEqual(await found(text), []);
});

test('the export contains the orders that the search finds, with masked numbers, and the audit log records it', async () => {
  const { visit, shop, orderNo, other, ann, cid } = await openWithOrders();
  await using _ = visit;
  await shop.store.transaction(async (tx) => {
    const [good] = await tx.goods.all();
    assert.ok(good !== undefined);
    await tx.goods.save({ ...good, title: '=HYPERLINK("x"), "quoted"' });
  });
  const unpaid = await shop.placeVip();
  const answer = await visit.get(cid, 'orders.csv?status=pay');
  assert.equal(answer.statusCode, 200, answer.body);
  assert.match(String(answer.headers['content-type']), /^text\/csv; charset=utf-8/);
  assert.equal(answer.headers['x-cut'], '0');
  const [head, ...rows] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  assert.equal(
    head,
    'id,order_no,placed_at,paid_at,good_id,good,customer_id,price,currency,status,deal_status,refund_state',
  );
  assert.equal(rows.length, 2);
  assert.ok(rows[0]?.includes(maskOrderNos(orderNo)), 'newest first');
  assert.match(rows[0] ?? '', /,"'=HYPERLINK\(""x""\), ""quoted""",\d+,9\.90,CNY,pay,done,$/);
  for (const number of [orderNo, other, unpaid]) assert.ok(!answer.body.includes(number));
  const chosen = await visit.get(cid, `orders.csv?ids=${(await shop.order(unpaid)).id},999999`);
  const chosenRows = chosen.body.trimEnd().split('\r\n').slice(1);
  assert.equal(chosenRows.length, 1);
  assert.ok(chosenRows[0]?.includes(maskOrderNos(unpaid)));
  for (const ids of ['a', '1,,2', '-1', Array(101).fill('1').join(',')]) {
    assert.equal((await visit.get(cid, `orders.csv?ids=${ids}`)).statusCode, 422, ids);
  }
  const { entries } = (await visit.get(ann, 'audit_log?action=orders_exported')).json();
  assert.deepEqual(
    entries.map((entry: { operator: string; after: object }) => [entry.operator, entry.after]),
    [
      ['cid', { exported: 1 }],
      ['cid', { exported: 2 }],
    ],
  );
});
