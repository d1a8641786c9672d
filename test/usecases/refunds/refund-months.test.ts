/** Partial refunds: an operator refunds membership months that have not begun. The order stays paid. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showOrder } from '../../../src/usecases/orders/show-order.ts';
import { reportMoney } from '../../../src/usecases/payments/report-money.ts';
import { confirmRefund } from '../../../src/usecases/refunds/refund-approvals.ts';
import { refundMonths } from '../../../src/usecases/refunds/refund-months.ts';
import { refundOrder } from '../../../src/usecases/refunds/refund-order.ts';
import { code, reason } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf, provenNow } from '../../support/console-fixture.ts';
import { assertSound, openShop, type Shop, type ShopOptions, vip } from '../../support/shop.ts';

const anna = operatorOf('support', 'anna');
const bo = operatorOf('support', 'bo');
const dayMs = 24 * 60 * 60_000;

async function shopWithMonths(
  num: number,
  options: ShopOptions = {},
): Promise<{ shop: Shop; orderNo: string }> {
  const shop = await openShop(options);
  const orderNo = await shop.placeVip(num);
  await shop.pay(orderNo);
  return { shop, orderNo };
}

function refund(shop: Shop, orderNo: string, months: number, refundedBefore: number, caller = anna) {
  return refundMonths(consoleDeps(shop.deps), caller, orderNo, {
    months,
    refundedBefore,
    reason: 'Moves abroad.',
  });
}

async function returned(shop: Shop, orderNo: string): Promise<(readonly [number | null, number, string])[]> {
  const refunds = await shop.refunds(orderNo);
  return refunds.map(({ months, amountMinor, state }) => [months, amountMinor, state] as const);
}

async function memberUntil(shop: Shop, orderNo: string): Promise<number> {
  const { userId } = await shop.order(orderNo);
  const user = await shop.store.read.members.userById(userId);
  return user?.memberUntil ?? 0;
}

test('a partial refund takes the months back when it is requested, and the order stays paid', async () => {
  const { shop, orderNo } = await shopWithMonths(12);
  await using _ = shop;
  const before = await memberUntil(shop, orderNo);
  await refund(shop, orderNo, 5, 0);
  assert.ok((await memberUntil(shop, orderNo)) < before - 149 * dayMs);
  assert.deepEqual(await returned(shop, orderNo), [[5, 5 * vip.priceMinor, 'requested']]);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(await returned(shop, orderNo), [[5, 5 * vip.priceMinor, 'done']]);
  const { refund: ofOrder } = (await shop.store.read.orders.byNo(orderNo)) ?? {};
  assert.equal(ofOrder, null);
  await assertSound(shop);
});

test('a partial refund after another one, and then the refund of the order, return exactly what is left of the price', async () => {
  const { shop, orderNo } = await shopWithMonths(12);
  await using _ = shop;
  await refund(shop, orderNo, 5, 0);
  await refund(shop, orderNo, 4, 5);
  await shop.refund(orderNo, anna, 'All of it.');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/done');
  const price = vip.priceMinor;
  assert.deepEqual(await returned(shop, orderNo), [
    [5, 5 * price, 'done'],
    [4, 4 * price, 'done'],
    [null, 3 * price, 'done'],
  ]);
  assert.equal(await memberUntil(shop, orderNo), 0);
  assert.equal(shop.bank.book().get('CNY')?.returnedMinor, 12 * price);
  await assertSound(shop);
});

test('the money report counts a partial refund among the refunds of orders', async () => {
  const { shop, orderNo } = await shopWithMonths(3);
  await using _ = shop;
  await refund(shop, orderNo, 2, 0);
  await shop.drain();
  const day = new Date(shop.clock.now()).toISOString().slice(0, 10);
  const { totals } = await reportMoney(shop.deps, operatorOf('owner'), day, day);
  const { takings, refunds, surplus_returned } = totals[0]?.sums ?? {};
  assert.deepEqual(
    [takings?.amountMinor, refunds?.amountMinor, refunds?.count, surplus_returned?.count],
    [3 * vip.priceMinor, 2 * vip.priceMinor, 1, 0],
  );
});

test('months that have begun are not refunded, and a partial refund leaves at least one month', async () => {
  const { shop, orderNo } = await shopWithMonths(3);
  await using _ = shop;
  await assert.rejects(refund(shop, orderNo, 3, 0), code('illegal_transition'));
  shop.clock.advance(40 * dayMs);
  await assert.rejects(refund(shop, orderNo, 2, 0), code('illegal_transition'));
  await refund(shop, orderNo, 1, 0);
  await assert.rejects(refund(shop, orderNo, 1, 1), code('illegal_transition'));
  // The months of this order begin after the months of the first order, so none has begun.
  const waiting = await shop.placeVip(2, { kind: 'guest', userId: (await shop.order(orderNo)).userId });
  await shop.pay(waiting);
  await assert.rejects(refund(shop, waiting, 2, 0), code('illegal_transition'));
  await refund(shop, waiting, 1, 0);
  await shop.drain();
  await assertSound(shop);
});

test('of partial refunds that are requested at the same time in the same state of the order, one is carried out, and a repeated request changes nothing', async () => {
  const { shop, orderNo } = await shopWithMonths(12);
  await using _ = shop;
  const ends = await Promise.allSettled([
    refund(shop, orderNo, 5, 0),
    refund(shop, orderNo, 6, 0),
    refund(shop, orderNo, 7, 0, bo),
  ]);
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  const [[months = 0] = []] = await returned(shop, orderNo);
  assert.ok(months !== null);
  const first = months === 7 ? bo : anna;
  await refund(shop, orderNo, months, 0, first);
  await assert.rejects(
    refund(shop, orderNo, months, 0, first === bo ? anna : bo),
    code('illegal_transition'),
  );
  assert.equal((await shop.refunds(orderNo)).length, 1);
  await shop.drain();
  await assertSound(shop);
});

test('a refund of the order is refused if other months were refunded after the operator saw the amount', async () => {
  const { shop, orderNo } = await shopWithMonths(12);
  await using _ = shop;
  const deps = consoleDeps(shop.deps);
  await refund(shop, orderNo, 5, 0);
  await shop.drain();
  const stale = refundOrder(deps, bo, orderNo, 'All of it.', 'r1', 0);
  await assert.rejects(stale, code('illegal_transition'));
  assert.equal((await shop.refunds(orderNo)).length, 1);
  await refundOrder(deps, bo, orderNo, 'All of it.', 'r1', 5);
  await refundOrder(deps, bo, orderNo, 'All of it.', 'r1', 5);
  assert.equal((await shop.refunds(orderNo)).length, 2);
});

test('a partial refund and a refund of the order at the same time return exactly what was paid', async () => {
  const { shop, orderNo } = await shopWithMonths(12);
  await using _ = shop;
  await Promise.allSettled([
    refund(shop, orderNo, 5, 0),
    refundOrder(consoleDeps(shop.deps), bo, orderNo, 'All of it.', 'r1'),
    refund(shop, orderNo, 2, 5),
  ]);
  await shop.drain();
  const sum = (await returned(shop, orderNo)).reduce((total, [, minor]) => total + minor, 0);
  assert.equal(sum, 12 * vip.priceMinor);
  await assertSound(shop);
});

test('a partial refund that failed at the provider is retried under its refund number, and until then other partial refunds are refused', async () => {
  const { shop, orderNo } = await shopWithMonths(12);
  await using _ = shop;
  shop.bank.refundPlan = 'failed';
  await refund(shop, orderNo, 5, 0);
  await shop.drain();
  const [failed] = await shop.refunds(orderNo);
  assert.equal(failed?.state, 'failed');
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assert.rejects(refund(shop, orderNo, 1, 5), code('illegal_transition'));
  shop.bank.refundPlan = 'done';
  await shop.refund(orderNo, anna);
  await shop.drain();
  const refunds = await shop.refunds(orderNo);
  assert.deepEqual(
    refunds.map(({ refundNo, state }) => [refundNo, state]),
    [[failed?.refundNo, 'done']],
  );
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('if the partial refunds of an order together exceed the amount that needs a second operator, the last one waits for that operator', async () => {
  const limit = { settings: { refundApprovalAboveMinor: 4 * vip.priceMinor } };
  const { shop, orderNo } = await shopWithMonths(12, limit);
  await using _ = shop;
  const deps = consoleDeps(shop.deps);
  await refund(shop, orderNo, 3, 0);
  await refund(shop, orderNo, 2, 3);
  await refund(shop, orderNo, 2, 3);
  assert.equal((await shop.refunds(orderNo)).length, 1);
  await assert.rejects(refund(shop, orderNo, 1, 3), code('illegal_transition'));
  const { id } = await shop.order(orderNo);
  const approval = await shop.store.read.refunds.pendingApproval(id);
  assert.deepEqual([approval?.months, approval?.amountMinor], [2, 2 * vip.priceMinor]);
  await assert.rejects(confirmRefund(deps, anna, approval?.id ?? 0), code('forbidden'));
  await confirmRefund(deps, bo, approval?.id ?? 0);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(await returned(shop, orderNo), [
    [3, 3 * vip.priceMinor, 'done'],
    [2, 2 * vip.priceMinor, 'done'],
  ]);
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.after?.months], ['refund_approval_confirmed', 2]);
  await assertSound(shop);
});

test('a partial refund is not confirmed once its months have begun', async () => {
  const { shop, orderNo } = await shopWithMonths(2, { settings: { refundApprovalAboveMinor: 0 } });
  await using _ = shop;
  await refund(shop, orderNo, 1, 0);
  shop.clock.advance(40 * dayMs);
  const { id } = await shop.order(orderNo);
  const approval = await shop.store.read.refunds.pendingApproval(id);
  const confirm = confirmRefund(consoleDeps(shop.deps), provenNow(bo, shop), approval?.id ?? 0);
  await assert.rejects(confirm, code('illegal_transition'));
  assert.deepEqual(await shop.refunds(orderNo), []);
});

test('an order of a membership lists its possible partial refunds with their amounts, and an order of a picture lists none', async () => {
  const limit = { settings: { refundApprovalAboveMinor: vip.priceMinor } };
  const { shop, orderNo } = await shopWithMonths(3, limit);
  await using _ = shop;
  const deps = { ...consoleDeps(shop.deps), jobs: shop.deps.jobs };
  assert.deepEqual((await showOrder(deps, anna, orderNo)).monthRefunds, {
    refundedBefore: 0,
    offers: [
      { months: 1, amountMinor: vip.priceMinor, needsApproval: false },
      { months: 2, amountMinor: 2 * vip.priceMinor, needsApproval: true },
    ],
  });
  const picture = await shop.paidColourise();
  assert.deepEqual((await showOrder(deps, anna, picture)).monthRefunds.offers, []);
  await assert.rejects(refund(shop, picture, 1, 0), code('illegal_transition'));
  await assert.rejects(refund(shop, orderNo, 1, 0, operatorOf('viewer', 'vic')), code('forbidden'));
});

test('the webhooks of a partial refund have its amount, its months and the new end of the membership', async () => {
  const { shop, orderNo } = await shopWithMonths(3);
  await using _ = shop;
  await refund(shop, orderNo, 2, 0);
  await shop.settle();
  const about = shop.delivered
    .map(({ type, data }) => ({ type, data: data as Record<string, unknown> }))
    .filter(({ type }) => String(type).startsWith('refund.'));
  assert.deepEqual(
    about.map(({ type, data }) => [type, data.status, data.refund_amount, data.refund_months]),
    [
      ['refund.requested', 'pay', 2 * vip.priceMinor, 2],
      ['refund.done', 'pay', 2 * vip.priceMinor, 2],
    ],
  );
  assert.equal(typeof about[0]?.data.member_until, 'string');
});

test('a partial refund of an order that is no membership is refused with this reason', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  await assert.rejects(refund(shop, orderNo, 1, 0), reason('not_a_membership', /is no membership/));
});
