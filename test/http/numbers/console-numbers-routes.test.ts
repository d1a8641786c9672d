/** The figures of a period in the console's API, on SQLite and on PostgreSQL. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from '../../support/console-visit.ts';
import { openPglite, openSqlite } from '../../support/databases.ts';
import { anonymous } from '../../support/shop.ts';

const dayMs = 86_400_000;

interface Sum {
  readonly good_id: number;
  readonly amount: number;
  readonly count: number;
}

interface Counts {
  readonly placed: number | null;
  readonly paid: number;
}

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`revenue, orders by outcome, refund reasons and the median time to the picture are returned for the period and for the one before, on ${name}`, async () => {
    await using visit = await openConsole({ open, settings: { eventsUrl: null } });
    const { shop } = visit;
    await visit.addOperator('ann', 'owner');
    // The previous day: one paid membership.
    await shop.pay(await shop.placeVip());
    shop.clock.advance(dayMs);
    // Today: two paid pictures, of which one is refunded; one unpaid order.
    const first = await shop.paidColourise();
    shop.clock.advance(4_000);
    await shop.drain();
    const second = await shop.paidColourise();
    shop.clock.advance(10_000);
    await shop.drain();
    await shop.placeVip();
    const ann = await visit.signIn('ann');
    const { id } = await shop.order(second);
    assert.equal(
      (await visit.send(ann, 'POST', `orders/${id}/refund`, { reason: '=too late' })).statusCode,
      200,
    );
    await shop.drain();

    const zone = shop.deps.settings.zone.name;
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(shop.clock.now());
    const answer = await visit.get(ann, `numbers?from=${today}&to=${today}`);
    assert.equal(answer.statusCode, 200, answer.body);
    const { now, before, refund_reasons: reasons, goods } = answer.json();
    const { goodsId } = await shop.order(first);
    assert.deepEqual(
      now.days.map(({ day }: { day: string }) => day),
      [today],
    );
    const [day] = now.days;
    const sums = (list: readonly Sum[]) => list.map(({ good_id, amount, count }) => [good_id, amount, count]);
    assert.deepEqual(sums(day.sales), [[goodsId, 1980, 2]]);
    assert.deepEqual(sums(day.refunds), [[goodsId, 990, 1]]);
    assert.deepEqual(
      day.orders.find(({ good_id }: { good_id: number }) => good_id === goodsId),
      { good_id: goodsId, placed: 2, paid: 2, failed: 0, refunded: 1 },
    );
    assert.equal(now.median_picture_ms, 4_000, 'the refunded picture does not count');
    assert.deepEqual(reasons, [{ reason: '=too late', count: 1 }]);
    assert.equal(before.days.length, 1);
    assert.equal(before.days[0].sales[0].amount, 1990);
    assert.equal(before.median_picture_ms, null);
    assert.ok(goods.some(({ id: one }: { id: number }) => one === goodsId));

    const csv = await visit.get(ann, `numbers.csv?from=${today}&to=${today}`);
    const [head, ...rows] = csv.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    assert.equal(
      head,
      'day,good_id,good,provider,channel,currency,revenue,payments,refunds,refund_count,settled,settled_count',
    );
    assert.equal(rows.length, 1);
    assert.ok(
      rows[0]?.startsWith(`${today},${goodsId},`) && rows[0].endsWith(',CNY,19.80,2,9.90,1,0.00,0'),
      rows[0],
    );
  });
}

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`a refund that was settled in another way is no refund of the provider, as in the money report, on ${name}`, async () => {
    await using visit = await openConsole({ open, settings: { eventsUrl: null } });
    const { shop } = visit;
    await visit.addOperator('ann', 'owner');
    const ann = await visit.signIn('ann');
    shop.bank.refundPlan = 'failed';
    const id = await visit.orderId(await shop.paidColourise());
    await visit.send(ann, 'POST', `orders/${id}/refund`, { reason: 'Too dark.' });
    await shop.drain();
    const [failed] = (await visit.get(ann, `orders/${id}`)).json().refunds;
    const settlement = { refund_no: failed.refund_no, reason: 'Paid by bank transfer.' };
    await visit.send(ann, 'POST', `orders/${id}/settle_refund`, settlement);
    const { name: zone } = shop.deps.settings.zone;
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(shop.clock.now());
    const [money] = (await visit.get(ann, `money?from=${day}&to=${day}`)).json().totals;
    assert.deepEqual([money.refunds, money.settled, money.settled_count], [0, 990, 1]);
    const [figures] = (await visit.get(ann, `numbers?from=${day}&to=${day}`)).json().now.days;
    assert.deepEqual(figures.refunds, []);
    assert.deepEqual(
      figures.settled.map(({ amount, count }: Sum) => [amount, count]),
      [[990, 1]],
    );
    const csv = await visit.get(ann, `numbers.csv?from=${day}&to=${day}`);
    assert.ok(csv.body.trimEnd().endsWith(',CNY,9.90,1,0.00,0,9.90,1'), csv.body);
  });
}

test('the number of placed orders is null for each day of which unpaid orders may have been deleted', async () => {
  const settings = { eventsUrl: null, unpaidOrdersKeptMs: 30 * dayMs };
  await using visit = await openConsole({ open: openSqlite, settings });
  const { shop } = visit;
  await visit.addOperator('ann', 'owner');
  const { name: zone } = shop.deps.settings.zone;
  const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(shop.clock.now());
  const day = today();
  await shop.pay(await shop.placeVip());
  for (let count = 0; count < 3; count++) {
    shop.clock.advance(10_000);
    await shop.service.cancelOrder(anonymous, await shop.placeVip(), 'r1');
  }
  const figures = async () => {
    const ann = await visit.signIn('ann');
    const [found] = (await visit.get(ann, `numbers?from=${day}&to=${day}`)).json().now.days;
    return [found.unpaid_deleted, found.orders.map(({ placed, paid }: Counts) => [placed, paid])];
  };
  assert.deepEqual(await figures(), [false, [[4, 1]]]);
  shop.clock.advance(29 * dayMs);
  await shop.drain();
  assert.deepEqual(await figures(), [false, [[4, 1]]]);
  shop.clock.advance(2 * dayMs);
  await shop.drain();
  assert.deepEqual(await figures(), [true, [[null, 1]]]);
});

test('a shop that keeps unpaid orders for ever has the number of placed orders for every day', async () => {
  await using visit = await openConsole({ settings: { eventsUrl: null, unpaidOrdersKeptMs: null } });
  const { shop } = visit;
  await visit.addOperator('ann', 'owner');
  const ann = await visit.signIn('ann');
  const [day] = (await visit.get(ann, 'numbers?from=2020-01-01&to=2020-01-01')).json().now.days;
  assert.equal(day.unpaid_deleted, false);
  assert.equal(shop.deps.settings.unpaidOrdersKeptMs, null);
});

test('a period of more than 92 days is refused', async () => {
  await using visit = await openConsole();
  await visit.addOperator('ann', 'owner');
  const ann = await visit.signIn('ann');
  const refused = await visit.get(ann, 'numbers?from=2026-01-01&to=2026-04-03');
  assert.equal(refused.statusCode, 422);
  assert.deepEqual(refused.json().errors[0].params, { max: 92 });
  assert.equal((await visit.get(ann, 'numbers?from=2026-01-01&to=2026-04-02')).statusCode, 200);
});
