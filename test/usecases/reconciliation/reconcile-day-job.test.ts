/** The job that fetches bills and compares them, and what operators do about differences. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, formatDay } from '../../../src/domain/civil-day.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { BillRow } from '../../../src/usecases/ports/provider-bill.ts';
import { applyRemedy } from '../../../src/usecases/reconciliation/apply-remedy.ts';
import { fetchBillAgain } from '../../../src/usecases/reconciliation/fetch-bill-again.ts';
import { resolveDifference } from '../../../src/usecases/reconciliation/resolve-difference.ts';
import { assertSound, openShop, operator, type Shop } from '../../support/shop.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const reason = 'The bank says so.';

function appError(code: string, reasonCode?: string) {
  return (error: unknown): true => {
    assert.ok(error instanceof AppError, String(error));
    assert.deepEqual([error.code, error.reason], [code, reasonCode]);
    return true;
  };
}

function today(shop: Shop): number {
  return dayOf(shop.clock.now(), shop.bank.billZone);
}

function paymentRow(shop: Shop, paymentNo: string, change: Partial<BillRow> = {}): BillRow {
  return {
    kind: 'payment',
    paymentNo,
    refundNo: null,
    providerRef: `bank-${paymentNo}`,
    amountMinor: 990,
    currency: 'CNY',
    feeMinor: 6,
    state: 'done',
    at: shop.clock.now(),
    ...change,
  };
}

function refundRow(shop: Shop, paymentNo: string, refundNo: string, change: Partial<BillRow> = {}): BillRow {
  return {
    ...paymentRow(shop, paymentNo),
    kind: 'refund',
    refundNo,
    providerRef: `bank-${refundNo}`,
    ...change,
  };
}

/** Lets the present day end, with this bill, and empty bills for the days around it. */
async function endDay(shop: Shop, ...rows: readonly BillRow[]): Promise<void> {
  const day = today(shop);
  for (const empty of [day - 2, day - 1, day, day + 1]) {
    if (!shop.bank.bills.has(empty)) shop.bank.bills.set(empty, []);
  }
  shop.bank.bills.set(day, rows);
  shop.clock.advance(2 * dayMs);
  await shop.drain();
}

async function open(shop: Shop) {
  return shop.store.read.reconciliation.differences('open', null, 99);
}

async function onlyDifference(shop: Shop) {
  const [difference, ...others] = await open(shop);
  assert.ok(difference !== undefined, 'no difference is open');
  assert.deepEqual(others, []);
  return difference;
}

function remedy(shop: Shop, id: number) {
  return applyRemedy(shop.deps, operator, id, reason);
}

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

test('a bill that does not exist yet is fetched each hour, and a provider that fails does not delay another', async () => {
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

test('the bills of the last 30 days are fetched, and a bill that does not exist after 30 days is given up', async () => {
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

test('a payment whose notification was lost is applied after a query, and then the books agree', async () => {
  await using shop = await openShop({ settings: { orderExpiryMs: 5 * dayMs } });
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.bank.pay(paymentNo);
  const at = shop.clock.now();
  shop.bank.mode = 'down';
  shop.clock.advance(2 * dayMs);
  await shop.drain();
  shop.bank.bills.set(dayOf(at, shop.bank.billZone), [paymentRow(shop, paymentNo, { at })]);
  // Queries keep failing, and bills arrive.
  const query = shop.bank.query;
  shop.bank.query = () => Promise.reject(new Error('no answer'));
  shop.bank.mode = 'up';
  shop.clock.advance(hourMs);
  await shop.drain();
  const difference = await onlyDifference(shop);
  const { type, billedState, ownState, remedy: proposed } = difference;
  assert.deepEqual([type, billedState, ownState, proposed], ['state', 'done', 'open', 'apply_payment']);
  assert.equal(difference.orderNo, orderNo);
  await assert.rejects(remedy(shop, difference.id), appError('payment_provider_failed'));
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.bank.query = query;
  const after = await remedy(shop, difference.id);
  assert.deepEqual([after.resolution, after.remediedBy], ['agreed', 'admin']);
  assert.equal(await shop.state(orderNo), 'pay/init');
  await assert.rejects(remedy(shop, difference.id), appError('illegal_transition', 'difference_resolved'));
  await shop.drain();
  await assertSound(shop);
});

test('a payment that arrived after the order was cancelled is refunded by the remedy', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.service.cancelOrder({ kind: 'anonymous' }, orderNo, 'r');
  await shop.drain();
  shop.bank.pay(paymentNo, { late: true });
  await endDay(shop, paymentRow(shop, paymentNo));
  const difference = await onlyDifference(shop);
  assert.equal(difference.remedy, 'refund_payment');
  assert.equal((await remedy(shop, difference.id)).resolution, 'agreed');
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.deepEqual([refund?.purpose, refund?.state], ['surplus', 'done']);
  await assertSound(shop);
});

test('the remedy changes nothing when the provider does not confirm the bill', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await endDay(shop, paymentRow(shop, paymentNo));
  const { id } = await onlyDifference(shop);
  await assert.rejects(remedy(shop, id), appError('illegal_transition', 'provider_disagrees'));
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.equal((await open(shop)).length, 1);
});

test('a refund that failed here and is done in the bill is requested again under its number', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const paymentNo = await shop.lastPaymentNo(orderNo);
  shop.bank.refundPlan = 'failed';
  await shop.refund(orderNo);
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.equal(refund?.state, 'failed');
  shop.bank.refundPlan = 'done';
  await endDay(shop, paymentRow(shop, paymentNo), refundRow(shop, paymentNo, refund.refundNo));
  const difference = await onlyDifference(shop);
  assert.deepEqual([difference.kind, difference.remedy], ['refund', 'retry_refund']);
  const after = await remedy(shop, difference.id);
  assert.deepEqual([after.resolution, after.remediedBy], [null, 'admin']);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  shop.clock.advance(60_000);
  await shop.drain();
  const [resolved] = await shop.store.read.reconciliation.differences('resolved', null, 9);
  assert.deepEqual([resolved?.id, resolved?.resolution], [difference.id, 'agreed']);
  await assertSound(shop);
});

test('a finished refund that failed in the bill is doubted and queried, and its failure is found', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.refund(orderNo);
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.equal(refund?.state, 'done');
  // The notification of the failure is lost.
  shop.bank.bounceRefund(refund.refundNo);
  await endDay(
    shop,
    paymentRow(shop, paymentNo),
    refundRow(shop, paymentNo, refund.refundNo, { state: 'failed' }),
  );
  const { id } = await onlyDifference(shop);
  await remedy(shop, id);
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  shop.clock.advance(60_000);
  await shop.drain();
  assert.deepEqual(await open(shop), []);
  await assertSound(shop);
});

test('a difference about an unknown payment can only be resolved with a reason, and it does not come back', async () => {
  await using shop = await openShop();
  const unknown = 'P0000000000000000000000001';
  const day = today(shop);
  await endDay(shop, paymentRow(shop, unknown));
  const difference = await onlyDifference(shop);
  assert.deepEqual([difference.type, difference.remedy, difference.orderId], ['unknown_to_us', 'look', null]);
  await assert.rejects(remedy(shop, difference.id), appError('illegal_transition', 'no_remedy'));
  const resolved = await resolveDifference(shop.deps, operator, difference.id, reason);
  assert.deepEqual(
    [resolved.resolution, resolved.resolvedBy, resolved.reason],
    ['operator', 'admin', reason],
  );
  const again = resolveDifference(shop.deps, operator, difference.id, reason);
  await assert.rejects(again, appError('illegal_transition', 'difference_resolved'));
  await assert.rejects(
    resolveDifference(shop.deps, operator, 999, reason),
    appError('unknown_item', 'unknown_difference'),
  );
  await fetchBillAgain(shop.deps, operator, 'sandbox', formatDay(day));
  await shop.drain();
  assert.deepEqual(await open(shop), []);
  shop.bank.bills.set(day, [paymentRow(shop, unknown, { amountMinor: 5 })]);
  await fetchBillAgain(shop.deps, operator, 'sandbox', formatDay(day));
  await shop.drain();
  assert.equal((await onlyDifference(shop)).billedMinor, 5);
});

test('a difference is resolved by itself when a corrected bill agrees', async () => {
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

test('only past days of enabled providers can be fetched again', async () => {
  await using shop = await openShop();
  const refused = appError('unknown_item', 'unknown_bill');
  const fetchDay = (name: string, day: number) => fetchBillAgain(shop.deps, operator, name, formatDay(day));
  await assert.rejects(fetchDay('sandbox', today(shop)), refused);
  await assert.rejects(fetchDay('sandbox', today(shop) - 366), refused);
  await assert.rejects(fetchDay('none', today(shop) - 1), refused);
  await fetchDay('sandbox', today(shop) - 365);
});

test('the webhook event of a difference names its order, if it has one, and is sent again when it is resolved', async () => {
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

test('the self-audit counts open differences, and they are no problems of its own', async () => {
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
