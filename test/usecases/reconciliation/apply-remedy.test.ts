/** The remedies that operators apply to differences between a provider's bill and the service's records. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, formatDay } from '../../../src/domain/civil-day.ts';
import { fetchBillAgain } from '../../../src/usecases/reconciliation/fetch-bill-again.ts';
import { resolveDifference } from '../../../src/usecases/reconciliation/resolve-difference.ts';
import { assertSound, openShop, operator } from '../../support/shop.ts';
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
  remedy,
  today,
} from './ended-day.ts';

test('the remedy for a payment whose notification was lost queries the provider and applies the payment, and then the books agree', async () => {
  await using shop = await openShop({ settings: { orderExpiryMs: 5 * dayMs } });
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.bank.pay(paymentNo);
  const at = shop.clock.now();
  shop.bank.mode = 'down';
  shop.clock.advance(2 * dayMs);
  await shop.drain();
  shop.bank.bills.set(dayOf(at, shop.bank.billZone), [paymentRow(shop, paymentNo, { at })]);
  // The provider still answers no queries, but delivers bills again.
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

test('a remedy is carried out only if it is the one that the operator has confirmed', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.service.cancelOrder({ kind: 'anonymous' }, orderNo, 'r');
  await shop.drain();
  shop.bank.pay(paymentNo, { late: true });
  await endDay(shop, paymentRow(shop, paymentNo));
  const { id } = await onlyDifference(shop);
  const refused = appError('illegal_transition', 'remedy_changed');
  await assert.rejects(remedy(shop, id, 'apply_payment'), refused);
  assert.deepEqual(await shop.refunds(orderNo), []);
  assert.equal((await remedy(shop, id, 'refund_payment')).resolution, 'agreed');
});

test('the remedy changes nothing if the provider, when queried, does not confirm the bill', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await endDay(shop, paymentRow(shop, paymentNo));
  const { id } = await onlyDifference(shop);
  await assert.rejects(remedy(shop, id), appError('illegal_transition', 'provider_disagrees'));
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.equal((await open(shop)).length, 1);
});

test('the remedy for a refund that failed in the service’s records and is done in the bill requests it again under the same refund number', async () => {
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

test('the remedy for a refund that is done in the service’s records but failed in the bill queries the provider and records the failure', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.refund(orderNo);
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.equal(refund?.state, 'done');
  // The bank returns the refund and its notification is lost: the test does not deliver it.
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

test('a difference about an unknown payment can only be resolved with a reason, and a later fetch of the bill does not reopen it', async () => {
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
