/** The job that fetches bills and compares them with the records of the service. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '../../../src/domain/civil-day.ts';
import { newPaymentNo } from '../../../src/usecases/public-ids.ts';
import { fetchBillAgain } from '../../../src/usecases/reconciliation/fetch-bill-again.ts';
import { resolveDifference } from '../../../src/usecases/reconciliation/resolve-difference.ts';
import { openShop, operator } from '../../support/shop.ts';
import {
  appError,
  dayMs,
  endDay,
  hourMs,
  onlyDifference,
  open,
  paymentRow,
  reason,
  refundRow,
  today,
} from './ended-day.ts';

test('a day whose payments and refunds are all in the bill has no difference, and its sums and fees are known', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.refund(orderNo);
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.ok(refund !== undefined);
  const day = today(shop);
  const foreign = paymentRow(shop, 'WEB-17');
  await endDay(
    shop,
    paymentRow(shop, paymentNo),
    refundRow(shop, paymentNo, refund.refundNo, { feeMinor: -2 }),
    foreign,
  );
  assert.deepEqual(await open(shop), []);
  const { reconciliation } = shop.store.read;
  const bill = await reconciliation.dayOf('sandbox', day);
  assert.deepEqual([bill?.state, bill?.foreignRows], ['compared', 1]);
  const [total] = await reconciliation.totals(day, day);
  assert.deepEqual(total, {
    provider: 'sandbox',
    day,
    currency: 'CNY',
    payments: 1,
    paymentsMinor: 990,
    refunds: 1,
    refundsMinor: 990,
    feeMinor: 4,
  });
});

test('a bill that the provider has not made yet is requested again each hour, and a provider that fails does not delay another', async () => {
  await using shop = await openShop({ moreProviders: ['second'] });
  const [, second] = shop.banks;
  assert.ok(second !== undefined);
  const day = today(shop) - 1;
  shop.bank.mode = 'down';
  second.bills.set(day, []);
  await shop.drain();
  const { reconciliation } = shop.store.read;
  assert.equal((await reconciliation.dayOf('second', day))?.state, 'compared');
  const failed = await reconciliation.dayOf('sandbox', day);
  assert.deepEqual([failed?.state, failed?.tries, failed?.lastError], ['waiting', 1, 'the bank is down']);
  shop.bank.mode = 'up';
  shop.clock.advance(hourMs);
  await shop.drain();
  const absent = await reconciliation.dayOf('sandbox', day);
  assert.deepEqual([absent?.state, absent?.tries, absent?.lastError], ['waiting', 2, null]);
  shop.bank.bills.set(day, []);
  shop.clock.advance(hourMs);
  await shop.drain();
  const fetched = await reconciliation.dayOf('sandbox', day);
  assert.deepEqual([fetched?.state, fetched?.tries], ['compared', 0]);
});

test('the bills of the last 30 days are requested, and a bill that the provider has not made after 30 days is given up', async () => {
  await using shop = await openShop();
  await shop.drain();
  const first = today(shop) - 30;
  assert.equal((await shop.store.read.reconciliation.unfinishedDays('sandbox')).length, 30);
  const stateOf = async (day: number) => (await shop.store.read.reconciliation.dayOf('sandbox', day))?.state;
  assert.equal(await stateOf(first - 1), undefined);
  assert.equal(await stateOf(first + 30), undefined);
  assert.equal(await stateOf(first), 'waiting');
  shop.clock.advance(dayMs);
  await shop.drain();
  assert.equal(await stateOf(first), 'given_up');
  assert.equal(await stateOf(first + 1), 'waiting');
  assert.equal(await stateOf(first + 30), 'waiting');
});

test('a difference is resolved without an operator when a corrected bill agrees with the service’s records', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const paymentNo = await shop.lastPaymentNo(orderNo);
  const day = today(shop);
  await endDay(shop);
  assert.equal((await onlyDifference(shop)).type, 'unknown_to_provider');
  shop.bank.bills.set(day, [paymentRow(shop, paymentNo)]);
  await fetchBillAgain(shop.deps, operator, 'sandbox', formatDay(day));
  await shop.drain();
  assert.deepEqual(await open(shop), []);
  const [resolved] = await shop.store.read.reconciliation.differences('resolved', null, 9);
  assert.deepEqual([resolved?.resolution, resolved?.resolvedBy], ['agreed', null]);
});

test('differences of every type that no operator resolves are still open with their facts after the bills are deleted', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const paid = async () => shop.lastPaymentNo(await shop.paidColourise());
  const amount = await paid();
  const missing = await paid();
  const { paymentNo: unpaid } = await shop.openedColourise();
  const unknown = newPaymentNo(0, shop.deps.random);
  const day = today(shop);
  await endDay(
    shop,
    paymentRow(shop, amount, { amountMinor: 1 }),
    paymentRow(shop, unpaid),
    paymentRow(shop, unknown),
  );
  const before = await open(shop);
  assert.deepEqual(
    before.map(({ number, type }) => [number, type]).sort(),
    [
      [amount, 'amount'],
      [missing, 'unknown_to_provider'],
      [unknown, 'unknown_to_us'],
      [unpaid, 'state'],
    ].sort(),
  );
  shop.clock.advance(401 * dayMs);
  await shop.drain();
  assert.equal(await shop.store.read.reconciliation.dayOf('sandbox', day), undefined);
  await shop.settle();
  assert.deepEqual(await open(shop), before);
});

test('an operator can have a bill fetched again only for an enabled provider and one of the last 365 days', async () => {
  await using shop = await openShop();
  const refused = appError('unknown_item', 'unknown_bill');
  const fetchDay = (name: string, day: number) => fetchBillAgain(shop.deps, operator, name, formatDay(day));
  const notEnded = appError('unknown_item', 'day_not_ended');
  await assert.rejects(fetchDay('sandbox', today(shop)), notEnded);
  await assert.rejects(fetchDay('sandbox', today(shop) + 400), notEnded);
  await assert.rejects(fetchDay('sandbox', today(shop) - 366), refused);
  await assert.rejects(fetchDay('none', today(shop) - 1), refused);
  await fetchDay('sandbox', today(shop) - 365);
});

test('the webhook event of a difference contains its order number, if it has an order, and another event is sent when the difference is resolved', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const unknown = 'P0000000000000000000000001';
  await endDay(shop, paymentRow(shop, unknown));
  await shop.drain();
  const events = () => {
    const all = shop.delivered.filter(({ type }) => type === 'reconciliation.difference');
    return all.map(({ data }) => data as Record<string, unknown>);
  };
  const [aboutUnknown, aboutOrder] = events().sort(
    (a, b) => Number('order_no' in a) - Number('order_no' in b),
  );
  assert.deepEqual(
    [aboutUnknown?.number, aboutUnknown?.difference_state, 'order_no' in (aboutUnknown ?? {})],
    [unknown, 'open', false],
  );
  assert.deepEqual([aboutOrder?.order_no, aboutOrder?.difference_type], [orderNo, 'unknown_to_provider']);
  const found = (await open(shop)).find(({ number }) => number === unknown);
  assert.ok(found !== undefined);
  await resolveDifference(shop.deps, operator, found.id, reason);
  await shop.drain();
  const last = events().at(-1);
  assert.deepEqual(
    [last?.difference_id, last?.difference_state, last?.resolution],
    [found.id, 'resolved', 'operator'],
  );
});

test('the self-audit counts open differences, but does not report them as problems', async () => {
  await using shop = await openShop();
  await endDay(shop, paymentRow(shop, 'P0000000000000000000000001'));
  const { problems, openDifferences } = await shop.audit();
  assert.deepEqual([problems, openDifferences], [[], 1]);
});

test('an order with a difference is not purged', async () => {
  await using shop = await openShop({ settings: { unpaidOrdersKeptMs: 4 * dayMs, eventsUrl: null } });
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.clock.advance(hourMs);
  await shop.drain();
  await endDay(shop, paymentRow(shop, paymentNo));
  shop.clock.advance(3 * dayMs);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  const { id } = await onlyDifference(shop);
  assert.equal((await shop.store.read.reconciliation.difference(id))?.paymentNo, paymentNo);
});
