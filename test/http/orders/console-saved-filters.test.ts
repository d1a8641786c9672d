/** Each operator saves filters of orders, with the number of orders that match. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderPeriods } from '../../../src/domain/order-period.ts';
import { filterCountMax } from '../../../src/domain/saved-filters.ts';
import { openConsole, type Visitor } from '../../support/console-visit.ts';

interface Filter {
  readonly id: string;
  readonly name: string | null;
  readonly count: number;
}

const dayMs = 24 * 60 * 60_000;

async function openWithOperators() {
  const visit = await openConsole();
  await visit.addOperator('ann', 'support');
  await visit.addOperator('cid', 'viewer');
  const [ann, cid] = [await visit.signIn('ann'), await visit.signIn('cid')];
  const filtersOf = async (visitor: Visitor): Promise<Filter[]> =>
    (await visit.get(visitor, 'saved_filters')).json().filters;
  // Sign in again for each call, because these tests advance the clock by days and a session ends after twelve hours.
  const countsOf = async (): Promise<Readonly<Record<string, number>>> =>
    Object.fromEntries((await filtersOf(await visit.signIn('ann'))).map(({ id, count }) => [id, count]));
  return { visit, shop: visit.shop, ann, cid, filtersOf, countsOf };
}

test('an operator without own filters sees the default filters, each with the number of orders that match it now', async () => {
  const { visit, shop, ann, filtersOf, countsOf } = await openWithOperators();
  await using _ = visit;
  assert.deepEqual(
    (await filtersOf(ann)).map(({ id, name, count }) => [id, name, count]),
    ['wait_refund', 'refund_failed', 'failed', 'in_progress', 'paid_today', 'unpaid'].map((id) => [
      id,
      null,
      0,
    ]),
  );
  await shop.placeVip();
  await shop.pay(await shop.placeVip());
  await shop.pendingRefund();
  shop.orderImages.plan = { refused: 'no_face' };
  await shop.paidColourise();
  shop.bank.refundPlan = 'failed';
  await shop.drain();
  assert.deepEqual(await countsOf(), {
    ...{ wait_refund: 2, refund_failed: 1, failed: 1, in_progress: 0, paid_today: 1, unpaid: 1 },
  });
  shop.clock.advance(dayMs);
  const { paid_today, failed } = await countsOf();
  assert.deepEqual([paid_today, failed], [0, 1]);
  shop.clock.advance(7 * dayMs);
  assert.equal((await countsOf()).failed, 0);
});

test('an operator adds, renames, reorders and deletes filters, and restores a default filter; the filters of other operators stay as they are', async () => {
  const { visit, ann, cid, filtersOf } = await openWithOperators();
  await using _ = visit;
  const post = (path: string, body: object) => visit.send(ann, 'POST', path, body);
  const added = await post('saved_filters', {
    name: ' Cards ',
    goods_id: 3,
    status: 'pay',
    period: 'yesterday',
  });
  assert.equal(added.statusCode, 200, added.body);
  const own = added.json().filters.at(-1);
  assert.deepEqual(own, {
    ...{ id: own.id, name: 'Cards', status: 'pay', deal_status: null, goods_id: 3, refund_state: null },
    ...{ period: 'yesterday', from: null, to: null, count: 0 },
  });
  const renamed = await post(`saved_filters/${own.id}`, { name: '会员' });
  assert.equal(renamed.json().filters.at(-1).name, '会员');
  const rest = ['wait_refund', 'refund_failed', 'in_progress', 'paid_today'];
  const arranged = await post('saved_filter_order', {
    ids: [own.id, 'failed'],
    removed: [...rest, 'unpaid'],
  });
  assert.deepEqual(
    arranged.json().filters.map(({ id }: Filter) => id),
    [own.id, 'failed'],
  );
  assert.equal((await filtersOf(cid)).length, 6);
  await post('saved_filter_order', { ids: ['failed', 'unpaid'], removed: [own.id] });
  assert.deepEqual(
    (await filtersOf(ann)).map(({ id }) => id),
    ['failed', 'unpaid'],
  );
  for (const [path, body] of [
    ['saved_filter_order', { ids: [own.id] }],
    [`saved_filters/${own.id}`, { name: 'Gone' }],
    ['saved_filters/failed', { name: 'A default one' }],
  ] as const) {
    const refused = await post(path, body);
    assert.deepEqual([refused.statusCode, refused.json().reason], [404, 'unknown_saved_filter'], path);
  }
});

test('a reorder by a page that was loaded before a filter was saved keeps this filter, at the end', async () => {
  const { visit, ann, filtersOf } = await openWithOperators();
  await using _ = visit;
  const known = (await filtersOf(ann)).map(({ id }) => id);
  await visit.send(ann, 'POST', 'saved_filters', { name: 'Saved in another tab', status: 'pay' });
  const own = (await filtersOf(ann)).at(-1)?.id;
  const [first = '', ...others] = known;
  const stale = { ids: [...others], removed: [first] };
  for (let call = 0; call < 2; call += 1) {
    const arranged = await visit.send(ann, 'POST', 'saved_filter_order', stale);
    assert.equal(arranged.statusCode, 200, 'a filter that is already removed is ignored');
    assert.deepEqual(
      (await filtersOf(ann)).map(({ id }) => id),
      [...others, own],
    );
  }
});

test('each period counts the orders of its days in the zone of the shop', async () => {
  const { visit, shop, ann, countsOf } = await openWithOperators();
  await using _ = visit;
  const ids: Record<string, string> = {};
  for (const period of orderPeriods) {
    const answer = await visit.send(ann, 'POST', 'saved_filters', { name: period, period });
    ids[period] = answer.json().filters.at(-1).id;
  }
  await shop.placeVip();
  const counts = async () => {
    const all = await countsOf();
    return orderPeriods.map((period) => all[ids[period] ?? '']);
  };
  assert.deepEqual(await counts(), [1, 0, 1, 1]);
  shop.clock.advance(dayMs);
  assert.deepEqual(await counts(), [0, 1, 1, 1]);
  shop.clock.advance(6 * dayMs);
  assert.deepEqual(await counts(), [0, 0, 0, 1]);
  shop.clock.advance(23 * dayMs);
  assert.deepEqual(await counts(), [0, 0, 0, 0]);
});

test('a filter counts at most a thousand orders', async () => {
  const { visit, shop, countsOf } = await openWithOperators();
  await using _ = visit;
  await shop.placeVip();
  const columns = shop.rows("select name from pragma_table_info('orders')").map(({ name }) => String(name));
  const copied = columns.map((name) =>
    name === 'id' ? 'n + 1000' : name === 'order_no' ? 'substr(order_no, 1, 22) || (100000 + n)' : name,
  );
  shop.sql(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1500)
    insert into orders (${columns.join(', ')}) select ${copied.join(', ')} from orders, numbers`);
  assert.equal((await countsOf()).unpaid, filterCountMax);
  const { orders } = shop.store.read;
  const everything = {
    status: null,
    dealStatus: null,
    goodsId: null,
    refundState: null,
    from: null,
    to: null,
  };
  const any = { ...everything, orderNoPrefix: null, orderNoEnding: null, userId: null };
  assert.equal(await orders.countUpTo(any, 2000), 1501);
  assert.equal(await orders.countUpTo(any, 1400), 1400);
});

test('a wrong filter, a repeated id and a twenty-first own filter are refused', async () => {
  const { visit, ann, filtersOf } = await openWithOperators();
  await using _ = visit;
  const post = (path: string, body: object) => visit.send(ann, 'POST', path, body);
  for (const [body, pointer, code] of [
    [{ name: '  ' }, '/name', 'blank'],
    [{ name: 'x'.repeat(41) }, '/name', 'text_length'],
    [{ name: 'x', status: 'lost' }, '/status', 'not_a_choice'],
    [{ name: 'x', period: 'tomorrow' }, '/period', 'not_a_choice'],
    [{ name: 'x', from: '2026-02-30' }, '/from', 'not_a_day'],
  ] as const) {
    const [error] = (await post('saved_filters', body)).json().errors;
    assert.deepEqual([error.pointer, error.code], [pointer, code]);
  }
  for (const body of [{ ids: ['failed', 'failed'] }, { ids: ['failed'], removed: ['failed'] }]) {
    const twice = await post('saved_filter_order', body);
    assert.equal(twice.json().errors[0].code, 'list_repeats');
  }
  for (let count = 0; count < 20; count++) await post('saved_filters', { name: `Filter ${count}` });
  const refused = await post('saved_filters', { name: 'One more' });
  assert.deepEqual([refused.statusCode, refused.json().reason], [409, 'too_many_saved_filters']);
  assert.equal((await filtersOf(ann)).length, 26);
});
