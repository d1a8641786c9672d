/** The deletion of unpaid orders: after their retention time, and never one for which money is recorded. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { perform, system } from '../../../src/usecases/act.ts';
import { purgeUnpaidOrders } from '../../../src/usecases/retention/purge-unpaid-orders.ts';
import { deliverWebhookJob, deliveryKey } from '../../../src/usecases/webhooks/deliver-webhook-job.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { openPglite, openSqlite } from '../../support/databases.ts';
import { notifyOf } from '../../support/fake-provider.ts';
import { anonymous, assertSound, openShop, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

const dayMs = 24 * 60 * 60_000;
const settings = { unpaidOrdersKeptMs: 30 * dayMs, eventsUrl: null };

async function cancelledOrder(shop: Shop): Promise<string> {
  const orderNo = await shop.placeVip();
  await shop.service.cancelOrder(anonymous, orderNo, 'r1');
  return orderNo;
}

async function after(shop: Shop, days: number): Promise<void> {
  shop.clock.advance(days * dayMs);
  await shop.drain();
}

/** The provider reports that an attempt has ended without money. */
function endOf(paymentNo: string, state: 'declined' | 'closed') {
  const report = { state, reason: 'The customer did not pay.' } as const;
  return notifyOf({ kind: 'payment', eventId: `${state} ${paymentNo}`, paymentNo, report });
}

async function verdicts(shop: Shop, paymentNo: string): Promise<string[]> {
  return (await shop.store.read.payments.notifications(paymentNo)).map(({ verdict }) => verdict);
}

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`an unpaid order and its guest are deleted 30 days after the cancellation, and not earlier, on ${name}`, async () => {
    await using shop = await openShop({ settings, open });
    await using web = shopApp(shop);
    const orderNo = await shop.placeColourise();
    await shop.startPayment(orderNo);
    await shop.service.cancelOrder(anonymous, orderNo, 'r1');
    const { userId } = await shop.order(orderNo);
    await after(shop, 30);
    assert.equal((await web.call('fetch_order', { order_no: orderNo })).statusCode, 200);
    await after(shop, 1);
    assertProblem(await web.call('fetch_order', { order_no: orderNo }), 'unknown_order');
    assert.equal(await shop.store.read.members.userById(userId), undefined);
    await assertSound(shop);
  });

  test(`an order whose payment was abandoned is deleted with its notifications, and late money for it is an unknown payment, on ${name}`, async () => {
    await using shop = await openShop({ settings, open });
    const { orderNo, paymentNo } = await shop.openedColourise();
    await shop.notify(endOf(paymentNo, 'declined'));
    await shop.service.cancelOrder(anonymous, orderNo, 'r1');
    await shop.drain();
    await shop.notify(endOf(paymentNo, 'closed'));
    assert.deepEqual((await verdicts(shop, paymentNo)).toSorted(), ['declined', 'no_change']);
    await after(shop, 31);
    assert.equal(await shop.store.read.orders.byNo(orderNo), undefined);
    assert.deepEqual(await verdicts(shop, paymentNo), []);
    await assertSound(shop);
    assert.equal((await shop.notify(endOf(paymentNo, 'closed'))).status, 200);
    assert.equal((await shop.notify(shop.bank.pay(paymentNo, { late: true }))).status, 200);
    assert.deepEqual(await verdicts(shop, paymentNo), ['unknown_payment', 'unknown_payment']);
  });

  test(`the notifications of a joint payment are deleted with the last of its orders, on ${name}`, async () => {
    await using shop = await openShop({ settings, open });
    const orders = [await shop.placeVip(), await shop.placeVip()] as const;
    await shop.startJointPayment(orders);
    const number = await shop.lastPaymentNo(orders[0]);
    await shop.service.cancelOrder(anonymous, orders[0], 'r1');
    // The other order expires in this drain, so it is cancelled 20 days later.
    await after(shop, 20);
    await shop.notify(endOf(number, 'closed'));
    await after(shop, 11);
    await after(shop, 1);
    assert.equal(await shop.store.read.orders.byNo(orders[0]), undefined);
    assert.ok(await shop.order(orders[1]));
    assert.deepEqual(await verdicts(shop, number), ['no_change']);
    await after(shop, 20);
    for (const orderNo of orders) assert.equal(await shop.store.read.orders.byNo(orderNo), undefined);
    assert.deepEqual(await verdicts(shop, number), []);
  });

  test(`orders for which a payment, a refund or a notification with money is recorded are never deleted, and the sums stay correct, on ${name}`, async () => {
    await using shop = await openShop({ settings, open });
    const paid = await shop.paidColourise();
    const refunded = await shop.paidColourise();
    await shop.refund(refunded);
    await shop.drain();
    const late = await shop.openedColourise();
    await shop.service.cancelOrder(anonymous, late.orderNo, 'r1');
    await shop.notify(shop.bank.pay(late.paymentNo));
    await shop.drain();
    assert.equal((await shop.refunds(late.orderNo)).length, 1);
    const before = (await shop.audit()).sums;
    await after(shop, 400);
    for (const orderNo of [paid, refunded, late.orderNo]) assert.ok(await shop.order(orderNo));
    assert.deepEqual((await shop.audit()).sums, before);
    await assertSound(shop);
  });
}

const withWebhooks = { ...settings, eventsUrl: 'https://erp.test/hook' };

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`an unpaid order is deleted with its delivered webhook events, and its guest is kept while another order belongs to the guest, on ${name}`, async () => {
    await using shop = await openShop({ settings: withWebhooks, open });
    const orderNo = await cancelledOrder(shop);
    const { id, userId } = await shop.order(orderNo);
    await shop.drain();
    await after(shop, 29);
    const other = await shop.placeVip(1, { kind: 'guest', userId });
    await after(shop, 2);
    await after(shop, 1);
    assert.equal(await shop.store.read.orders.byNo(orderNo), undefined);
    assert.deepEqual(await shop.store.read.webhooks.ofOrder(id), []);
    assert.deepEqual(await shop.store.read.webhooks.deliveriesOfOrder(id), []);
    assert.equal((await shop.order(other)).userId, userId);
    const [event] = await shop.store.read.webhooks.search({ type: null, from: null, to: null }, null, 1);
    assert.ok(event !== undefined && event.orderId !== id);
  });
}

test('an unpaid order is kept while one of its webhook events is held or waits for its delivery or for an operator', async () => {
  await using shop = await openShop({ settings: withWebhooks });
  const orderNo = await cancelledOrder(shop);
  await shop.drain();
  const { id } = await shop.order(orderNo);
  const [delivery] = await shop.store.read.webhooks.deliveriesOfOrder(id);
  assert.ok(delivery !== undefined);
  const { eventId, endpointId } = delivery;
  shop.clock.advance(31 * dayMs);
  for (const state of ['waiting', 'held'] as const) {
    await shop.store.transaction((tx) => tx.webhooks.setDeliveryState(eventId, endpointId, state));
    await purgeUnpaidOrders(shop.deps, { signal: new AbortController().signal, log: shop.deps.log });
    assert.ok(await shop.order(orderNo), state);
  }
  const payload = { type: 'order.created', body: '{}' };
  const name = { kind: deliverWebhookJob.kind, key: deliveryKey(eventId, endpointId) };
  await perform(shop.deps, { actor: system, requestId: null }, async (act) => {
    await act.tx.webhooks.setDeliveryState(eventId, endpointId, 'failed');
    await deliverWebhookJob.enqueue(act, name.key, payload);
  });
  await purgeUnpaidOrders(shop.deps, { signal: new AbortController().signal, log: shop.deps.log });
  assert.ok(await shop.order(orderNo));
  await shop.store.transaction((tx) => tx.erasures.removeJobs(name));
  await purgeUnpaidOrders(shop.deps, { signal: new AbortController().signal, log: shop.deps.log });
  assert.equal(await shop.store.read.orders.byNo(orderNo), undefined);
});

test('an unpaid order is kept while another order of its joint payment is kept, because late money is divided among both', async () => {
  await using shop = await openShop({ settings });
  const orders = [await shop.placeVip(), await shop.placeVip()] as const;
  await shop.startJointPayment(orders);
  const number = await shop.lastPaymentNo(orders[0]);
  await shop.startPayment(orders[0]);
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orders[0])));
  await shop.service.cancelOrder(anonymous, orders[1], 'r1');
  await after(shop, 60);
  assert.deepEqual([await shop.state(orders[0]), await shop.state(orders[1])], ['pay/done', 'cancal/init']);
  await shop.notify(shop.bank.pay(number, { late: true }));
  await shop.drain();
  for (const orderNo of orders) assert.equal((await shop.refunds(orderNo)).length, 1);
  await assertSound(shop);
});

test('unpaid orders of a joint payment are deleted like others', async () => {
  await using shop = await openShop({ settings });
  const orders = [await shop.placeVip(), await shop.placeVip()] as const;
  await shop.startJointPayment(orders);
  for (const orderNo of orders) await shop.service.cancelOrder(anonymous, orderNo, 'r1');
  await after(shop, 31);
  await after(shop, 1);
  for (const orderNo of orders) assert.equal(await shop.store.read.orders.byNo(orderNo), undefined);
});

test('an order whose deletion always fails does not prevent the deletion of other orders and of guests without data', async () => {
  await using shop = await openShop({ settings });
  const damaged = await cancelledOrder(shop);
  const other = await cancelledOrder(shop);
  const guest = await shop.store.transaction((tx) => tx.members.insertGuest(shop.clock.now()));
  const { id } = await shop.order(damaged);
  shop.sql(
    `create trigger damage before delete on orders when old.id = ${id} begin select raise(abort, 'damaged'); end`,
  );
  await after(shop, 31);
  assert.ok(await shop.order(damaged));
  await assert.rejects(shop.order(other));
  assert.equal(await shop.store.read.members.userById(guest.id), undefined);
  assert.ok(shop.log.lines.some(({ message }) => message === 'unpaid order not purged'));
});

test('with a retention of 0 days, unpaid orders are kept for ever', async () => {
  await using shop = await openShop({ settings: { ...settings, unpaidOrdersKeptMs: null } });
  const orderNo = await cancelledOrder(shop);
  await after(shop, 4000);
  assert.ok(await shop.order(orderNo));
});

/** Inserts 10,000 copies of the order, each with its own copy of the history. */
function copyOrder({ sql, rows }: Shop, orderNo: string): void {
  const [order = assert.fail()] = rows('select * from orders where order_no = ?', orderNo);
  const columns = Object.keys(order).filter((column) => column !== 'id' && column !== 'order_no');
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)';
  sql(
    `${numbers} insert into orders (order_no, ${columns.join(', ')})
      select 'COPY' || i, ${columns.map((column) => `o.${column}`).join(', ')} from n, orders o where o.id = ?`,
    Number(order.id),
  );
  sql(
    `insert into order_history (order_id, seq, type, at, event, actor)
      select c.id, h.seq, h.type, h.at, h.event, h.actor from orders c, order_history h
      where h.order_id = ? and c.order_no like 'COPY%'`,
    Number(order.id),
  );
}

test('of 10,000 unpaid orders one run deletes at most 500, and later runs delete the rest even if orders that must stay come first', async () => {
  await using shop = await openShop({ settings });
  const late = await shop.openedColourise();
  await shop.service.cancelOrder(anonymous, late.orderNo, 'r1');
  await shop.notify(shop.bank.pay(late.paymentNo));
  await shop.drain();
  copyOrder(shop, await cancelledOrder(shop));
  const count = () => Number(shop.rows('select count(*) as n from orders')[0]?.n);
  assert.equal(count(), 10_002);
  await after(shop, 31);
  assert.equal(count(), 10_002 - 499, 'the first run examines 500 orders, one of which stays');
  for (let run = 0; run < 21; run++) {
    shop.clock.advance(60_000);
    await shop.drain();
  }
  assert.equal(count(), 1);
  await assertSound(shop);
});

test('every foreign key to a table from which the purge deletes has an index, so no deletion scans a table', async () => {
  await using shop = await openShop();
  const tables = shop
    .rows("select name from sqlite_schema where type = 'table'")
    .map(({ name }) => String(name));
  const without: string[] = [];
  for (const table of tables) {
    const firstColumns = shop
      .rows('select name from pragma_index_list(?) where partial = 0', table)
      .map(
        ({ name }) =>
          shop.rows('select name from pragma_index_info(?) where seqno = 0', String(name))[0]?.name,
      );
    // A column `integer primary key` is the row id of the table in SQLite, so it needs no index.
    const rowIds = shop.rows('select name from pragma_table_info(?) where pk = 1', table);
    firstColumns.push(...rowIds.map(({ name }) => name));
    for (const key of shop.rows('select * from pragma_foreign_key_list(?)', table)) {
      if (!['orders', 'payment_attempts', 'users'].includes(String(key.table))) continue;
      if (!firstColumns.includes(key.from)) without.push(`${table}.${String(key.from)}`);
    }
  }
  assert.deepEqual(without, []);
});
