/** Failed refunds that the provider will never make, whose money an operator returns in another way. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, formatDay } from '../../../src/domain/civil-day.ts';
import type { RefundFailureCode } from '../../../src/domain/refund-failures.ts';
import { retryOrder } from '../../../src/usecases/orders/retry-order.ts';
import { reportMoney } from '../../../src/usecases/payments/report-money.ts';
import { resolveDifference } from '../../../src/usecases/reconciliation/resolve-difference.ts';
import { confirmRefund, rejectRefund } from '../../../src/usecases/refunds/refund-approvals.ts';
import { refundApprovalSource } from '../../../src/usecases/refunds/refund-inbox.ts';
import { refundMonths } from '../../../src/usecases/refunds/refund-months.ts';
import { refundOrder } from '../../../src/usecases/refunds/refund-order.ts';
import { settleRefund } from '../../../src/usecases/refunds/settle-refund.ts';
import { eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { notifyOf } from '../../support/fake-provider.ts';
import { anonymous, assertSound, openShop, operator, type Shop } from '../../support/shop.ts';
import { endDay, hourMs, open, paymentRow, refundRow } from '../reconciliation/ended-day.ts';

const anna = operatorOf('support', 'anna');
const bo = operatorOf('support', 'bo');
const reason = 'Paid by bank transfer.';

/** A paid order whose refund the provider refuses for good. */
async function failedRefund(
  shop: Shop,
  code: RefundFailureCode = 'payer_account_abnormal',
): Promise<{ orderNo: string; refundNo: string }> {
  const orderNo = await shop.paidColourise();
  shop.bank.refundPlan = 'failed';
  shop.bank.refundFailure = code;
  await shop.refund(orderNo);
  await shop.drain();
  shop.bank.refundPlan = 'done';
  return { orderNo, refundNo: await onlyRefundNo(shop, orderNo) };
}

async function onlyRefundNo(shop: Shop, orderNo: string): Promise<string> {
  const [refund, ...others] = await shop.refunds(orderNo);
  assert.ok(refund !== undefined && others.length === 0, `${others.length + 1} refunds`);
  return refund.refundNo;
}

function settle(shop: Shop, orderNo: string, refundNo: string, caller = anna): Promise<void> {
  return settleRefund(consoleDeps(shop.deps), caller, orderNo, { refundNo, reason });
}

function calls(shop: Shop): number {
  return shop.bank.calls.filter((call) => call === 'refund').length;
}

test('a settled refund ends the refund of its order, and no request of a customer or an operator returns the money again', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await failedRefund(shop);
  await settle(shop, orderNo, refundNo);
  await settle(shop, orderNo, refundNo);
  const { refund, order } = await shop.service.fetchOrder(anonymous, orderNo);
  assert.deepEqual([order.money.status, refund?.state, refund?.settledBy], ['refund', 'done', 'anna']);
  assert.equal(refund?.finishedAt, shop.clock.now());
  const before = calls(shop);
  await shop.refund(orderNo);
  await assert.rejects(shop.refund(orderNo, operator), code('illegal_transition'));
  await shop.settle();
  assert.equal(calls(shop), before);
  assert.deepEqual((await shop.events(orderNo)).slice(-2), ['refund_failed', 'refund_settled']);
  assert.deepEqual(
    shop.delivered
      .slice(-2)
      .map(({ type, data }) => [type, (data as { refund_settled: boolean }).refund_settled]),
    [
      ['refund.failed', false],
      ['refund.done', true],
    ],
  );
  const [entry, ...rest] = (await auditLog(shop)).filter(({ action }) => action === 'refund_settled');
  assert.deepEqual(
    [entry?.operator, entry?.reason, entry?.after?.amount, rest.length],
    ['anna', reason, 990, 0],
  );
  await assertSound(shop);
});

test('a settled refund has its own sum in the self-audit and in the money report, and does not prevent an erasure', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await failedRefund(shop);
  const { userId } = await shop.order(orderNo);
  await assert.rejects(eraseUser(shop.deps, operator, userId), code('illegal_transition'));
  await settle(shop, orderNo, refundNo);
  const [sum] = (await shop.audit()).sums;
  assert.deepEqual([sum?.settledMinor, sum?.returnedMinor, sum?.refundingMinor], [990, 0, 0]);
  const day = formatDay(dayOf(shop.clock.now(), shop.deps.settings.zone));
  const [row] = (await reportMoney(shop.deps, operator, day, day)).totals;
  const none = { amountMinor: 0, count: 0 };
  assert.deepEqual(
    [row?.sums.settled, row?.sums.refunds, row?.sums.open],
    [{ amountMinor: 990, count: 1 }, none, none],
  );
  await eraseUser(shop.deps, operator, userId);
  assert.deepEqual(shop.rows(`select * from order_history where event like '%bank transfer%'`), []);
});

test('a customer cannot retry a refund that the provider will never make, and an operator can', async () => {
  await using shop = await openShop();
  const { orderNo } = await failedRefund(shop);
  const before = calls(shop);
  await assert.rejects(shop.refund(orderNo), { code: 'illegal_transition', reason: 'refund_shop_only' });
  await shop.drain();
  assert.deepEqual([await shop.state(orderNo), calls(shop)], ['wait_refund/init', before]);
  await shop.refund(orderNo, operator);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a refund that is done, in progress or of another order cannot be settled, and a viewer cannot settle one', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await failedRefund(shop);
  await assert.rejects(settle(shop, orderNo, refundNo, operatorOf('viewer', 'vic')), code('forbidden'));
  await assert.rejects(settle(shop, await shop.paidColourise(), refundNo), code('unknown_item'));
  await shop.refund(orderNo, operator);
  await assert.rejects(settle(shop, orderNo, refundNo), code('illegal_transition'));
  await shop.drain();
  await assert.rejects(settle(shop, orderNo, refundNo), code('illegal_transition'));
  assert.equal((await shop.refunds(orderNo))[0]?.settledBy, null);
});

test('when a refund of months is settled, further months and the rest of the order can be refunded', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeVip(6);
  await shop.pay(orderNo);
  shop.bank.refundPlan = 'failed';
  await refundMonths(deps, anna, orderNo, { months: 1, refundedBefore: 0, reason: 'r' });
  await shop.drain();
  const more = { months: 2, refundedBefore: 1, reason: 'r' };
  await assert.rejects(refundMonths(deps, anna, orderNo, more), code('illegal_transition'));
  await settle(shop, orderNo, await onlyRefundNo(shop, orderNo));
  shop.bank.refundPlan = 'done';
  await refundMonths(deps, anna, orderNo, more);
  await refundOrder(deps, anna, orderNo, 'r', 'request');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/done');
  const [sum] = (await shop.audit()).sums;
  assert.deepEqual([sum?.settledMinor, sum?.returnedMinor], [1990, 5 * 1990]);
  await assertSound(shop);
});

test('above the shop’s limit a refund is settled only when a second operator confirms', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 989 } });
  const deps = consoleDeps(shop.deps);
  const { orderNo, refundNo } = await failedRefund(shop);
  await settle(shop, orderNo, refundNo);
  await settle(shop, orderNo, refundNo);
  assert.equal(await shop.state(orderNo), 'wait_refund/init');
  const { id } = await shop.order(orderNo);
  const approval = (await shop.store.read.refunds.pendingApproval(id)) ?? assert.fail('no approval');
  assert.deepEqual([approval.settledRefundNo, approval.amountMinor], [refundNo, 990]);
  const waiting = await refundApprovalSource.open(shop.store.read, 5);
  assert.deepEqual(
    waiting.map((item) => item.code),
    ['settlement'],
  );
  await assert.rejects(confirmRefund(deps, anna, approval.id), code('forbidden'));
  await confirmRefund(deps, bo, approval.id);
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.equal((await shop.refunds(orderNo))[0]?.settledBy, 'anna');
  await shop.drain();
  await assertSound(shop);
});

test('a request to settle a refund ends when the provider makes the refund after all', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const { orderNo, refundNo } = await failedRefund(shop);
  await settle(shop, orderNo, refundNo);
  const { id } = await shop.order(orderNo);
  const approval = (await shop.store.read.refunds.pendingApproval(id)) ?? assert.fail('no approval');
  const report = { state: 'done', providerRefundId: `bank-${refundNo}` } as const;
  const atBank = shop.bank.refunds.get(refundNo) ?? assert.fail('the bank has no refund');
  atBank.report = report;
  await shop.notify(notifyOf({ kind: 'refund', eventId: 'late', refundNo, report }));
  await assert.rejects(confirmRefund(deps, bo, approval.id), { reason: 'refund_not_failed' });
  await shop.drain();
  await assert.rejects(confirmRefund(deps, bo, approval.id), { reason: 'approval_decided' });
  const ended = await shop.store.read.refunds.approvalById(approval.id);
  assert.deepEqual([ended?.state, ended?.decisionReason], ['rejected', 'The provider has made the refund.']);
  assert.deepEqual(await refundApprovalSource.open(shop.store.read, 5), []);
});

test('a request to settle the refund of a surplus payment stays open when the order is refunded', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.bank.refundPlan = 'failed';
  await shop.notify(shop.bank.pay(paymentNo, { amountMinor: 5 }));
  await shop.drain();
  shop.bank.refundPlan = 'done';
  const refundNo = await onlyRefundNo(shop, orderNo);
  await settle(shop, orderNo, refundNo);
  await shop.pay(orderNo);
  await shop.refund(orderNo);
  await shop.drain();
  const { id } = await shop.order(orderNo);
  assert.equal((await shop.store.read.refunds.pendingApproval(id))?.settledRefundNo, refundNo);
});

test('a refund whose settlement waits for a second operator cannot be retried until the settlement is rejected', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const { orderNo, refundNo } = await failedRefund(shop, 'provider_unreachable');
  await settle(shop, orderNo, refundNo);
  const before = calls(shop);
  await shop.refund(orderNo);
  await assert.rejects(shop.refund(orderNo, operator), code('illegal_transition'));
  await assert.rejects(retryOrder(deps, anna, orderNo), code('illegal_transition'));
  await shop.drain();
  assert.deepEqual([await shop.state(orderNo), calls(shop)], ['wait_refund/init', before]);
  const { id } = await shop.order(orderNo);
  const approval = (await shop.store.read.refunds.pendingApproval(id)) ?? assert.fail('no approval');
  await rejectRefund(deps, bo, approval.id, 'No transfer was made.');
  await retryOrder(deps, anna, orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('if the provider makes a settled refund after all, a difference stays open until an operator resolves it', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await failedRefund(shop);
  await settle(shop, orderNo, refundNo);
  const report = { state: 'done', providerRefundId: `bank-${refundNo}` } as const;
  const late = (eventId: string) => notifyOf({ kind: 'refund', eventId, refundNo, report });
  await shop.notify(late('late-1'));
  await shop.notify(late('late-2'));
  assert.equal((await shop.refunds(orderNo))[0]?.providerDoneAt, shop.clock.now());
  shop.clock.advance(2 * hourMs);
  await shop.drain();
  const [difference, ...others] = await open(shop);
  assert.ok(difference !== undefined && others.length === 0);
  const { type, billedState, ownState, remedy } = difference;
  assert.deepEqual([type, billedState, ownState, remedy], ['state', 'done', 'failed', 'look']);
  assert.equal(difference.orderId, (await shop.order(orderNo)).id);
  await resolveDifference(shop.deps, operator, difference.id, 'The customer paid 9.90 back.');
  await shop.notify(late('late-3'));
  shop.clock.advance(2 * hourMs);
  await shop.drain();
  assert.deepEqual(await open(shop), []);
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a bill that lists a settled refund as done opens a difference, and a bill without the refund opens none', async () => {
  await using shop = await openShop();
  const [listed, absent] = [await failedRefund(shop), await failedRefund(shop)];
  for (const { orderNo, refundNo } of [listed, absent]) await settle(shop, orderNo, refundNo);
  const paid = [listed, absent].map(async ({ orderNo }) =>
    paymentRow(shop, await shop.lastPaymentNo(orderNo)),
  );
  const returned = refundRow(shop, await shop.lastPaymentNo(listed.orderNo), listed.refundNo);
  await endDay(shop, ...(await Promise.all(paid)), returned);
  assert.deepEqual(
    (await open(shop))
      .filter(({ kind }) => kind === 'refund')
      .map(({ number, type, remedy }) => [number, type, remedy]),
    [[listed.refundNo, 'state', 'look']],
  );
});
