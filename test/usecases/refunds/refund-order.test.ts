/** Refunds: who can request one, what the order shows meanwhile, and how a failed refund is retried. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showOrder } from '../../../src/usecases/orders/show-order.ts';
import { confirmRefund } from '../../../src/usecases/refunds/refund-approvals.ts';
import { refundOrder } from '../../../src/usecases/refunds/refund-order.ts';
import { code, reason } from '../../support/app-error.ts';
import { consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { anonymous, assertSound, openShop, operator, type Shop, source } from '../../support/shop.ts';

/** The number of attempts of the refund's job. */
const refundAttemptsMax = 20;

test('a customer can refund an order before processing starts, and then no picture is made', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const view = await shop.refund(orderNo);
  assert.equal(view.order.money.status, 'wait_refund');
  assert.deepEqual(
    [view.refund?.state, view.refund?.amountMinor, view.refund?.reason],
    ['requested', 990, 'Requested by the customer.'],
  );
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.deepEqual(shop.orderImages.tasks, []);
  await assertSound(shop);
});

test('once processing has started, a customer cannot refund, and an operator can', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.orderImages.plan = {
    async meanwhile() {
      await assert.rejects(shop.refund(orderNo), code('illegal_transition'));
    },
  };
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assert.rejects(shop.refund(orderNo), code('illegal_transition'));
  const view = await shop.refund(orderNo, operator, 'Not to their liking.');
  assert.equal(view.refund?.reason, 'Not to their liking.');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/done');
  assert.ok(view.resultUrl !== null, 'the refunded customer has no link to the picture');
  await assertSound(shop);
});

test('an unpaid, a cancelled and an unknown order cannot be refunded', async () => {
  await using shop = await openShop();
  const unpaid = await shop.placeVip();
  await assert.rejects(shop.refund(unpaid, operator), code('illegal_transition'));
  await shop.service.cancelOrder(operator, unpaid, 'r');
  await assert.rejects(shop.refund(unpaid, operator), code('illegal_transition'));
  await assert.rejects(shop.refund('0'.repeat(28)), code('unknown_order'));
});

test('another caller cannot refund a user’s order', async () => {
  await using shop = await openShop();
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  const orderNo = await shop.placeColourise(alice);
  await assert.rejects(shop.refund(orderNo), code('unknown_order'));
});

test('concurrent refund requests of a customer and an operator make one refund, and only one of the two succeeds', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  const results = await Promise.allSettled([shop.refund(orderNo), shop.refund(orderNo, operator)]);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  await shop.drain();
  assert.equal(shop.bank.refunds.size, 1);
  await assertSound(shop);
});

test('a pending refund that the provider does not know any more is requested again with the same number, and does not fail', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  shop.bank.dropRefund(refundNo);
  shop.bank.refundPlan = 'done';
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.ok(!shop.delivered.some(({ type }) => type === 'refund.failed'));
  assert.deepEqual([...shop.bank.refunds.keys()], [refundNo]);
  await assertSound(shop);
});

test('a pending refund is shown as pending until a query finds that it is done', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.deepEqual([view.order.money.status, view.refund?.state], ['wait_refund', 'pending']);
  await assert.rejects(shop.refund(orderNo, operator), code('illegal_transition'));
  shop.bank.finishRefund(refundNo, 'done');
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a refund notification that arrives twice finishes the refund once', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const notification = shop.bank.finishRefund(refundNo, 'done');
  await Promise.all([shop.notify(notification), shop.notify(notification)]);
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.deepEqual([view.order.money.status, view.refund?.state], ['refund', 'done']);
  assert.equal(view.refund?.finishedAt, shop.clock.now());
  assert.equal(view.refund?.providerRefundId, `bank-${refundNo}`);
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid', 'refund_requested', 'refund_done']);
  await assertSound(shop);
});

test('a failed refund is shown as failed, and a second request retries the same refund', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.bank.refundPlan = 'failed';
  await shop.refund(orderNo);
  await shop.drain();
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.deepEqual([view.order.money.status, view.refund?.state], ['wait_refund', 'failed']);
  assert.equal(view.refund?.lastError, 'the account is empty');
  await assertSound(shop);
  shop.bank.refundPlan = 'done';
  await shop.refund(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.equal((await shop.refunds(orderNo)).length, 1);
  assert.deepEqual(await shop.events(orderNo), [
    'created',
    'paid',
    'refund_requested',
    'refund_failed',
    'refund_retried',
    'refund_done',
  ]);
  await assertSound(shop);
});

test('a refund fails after 20 attempts without a response of the provider, and can then be retried', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.bank.mode = 'down';
  await shop.refund(orderNo);
  for (let i = 0; i < refundAttemptsMax + 2; i++) {
    await shop.drain();
    shop.clock.advance(4 * 60 * 60_000);
  }
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  assert.match((await shop.refunds(orderNo))[0]?.lastError ?? '', /down/);
  assert.equal(shop.bank.calls.filter((call) => call === 'refund').length, refundAttemptsMax);
  shop.bank.mode = 'up';
  await shop.refund(orderNo, operator);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a refund is made once even if the provider’s response is lost', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.bank.mode = 'mute';
  await shop.refund(orderNo);
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'requested');
  shop.bank.mode = 'up';
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.equal(shop.bank.refunds.size, 1);
  await assertSound(shop);
});

/** Pays an order twice. The refund of the second payment fails. */
async function paidTwice(shop: Shop): Promise<string> {
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.startPayment(orderNo, 'sandbox', 'app');
  const second = shop.bank.pay(await shop.lastPaymentNo(orderNo));
  await shop.notify(shop.bank.pay(await shop.paymentNo(orderNo, 0)));
  shop.bank.refundPlan = 'failed';
  await shop.notify(second);
  await shop.drain();
  assert.deepEqual(await refundsOf(shop, orderNo), ['surplus failed']);
  return orderNo;
}

async function refundsOf(shop: Shop, orderNo: string): Promise<string[]> {
  return (await shop.refunds(orderNo)).map(({ purpose, state }) => `${purpose} ${state}`);
}

test('a request of a customer for a cancelled order retries the failed refund of its surplus payment', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  shop.bank.refundPlan = 'failed';
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.drain();
  assert.deepEqual(await refundsOf(shop, orderNo), ['surplus failed']);
  shop.bank.refundPlan = 'done';
  await shop.refund(orderNo);
  await shop.drain();
  assert.deepEqual(await refundsOf(shop, orderNo), ['surplus done']);
  await assertSound(shop);
});

test('the failed refund of a surplus payment does not prevent the refund of the order', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 989 } });
  const orderNo = await paidTwice(shop);
  assert.equal(await shop.state(orderNo), 'pay/done');
  const deps = consoleDeps(shop.deps);
  const [anna, bo] = [operatorOf('support', 'anna'), operatorOf('support', 'bo')];
  assert.ok((await showOrder(deps, anna, orderNo)).actions.includes('request_refund'));
  await refundOrder(deps, anna, orderNo, 'Not liked.', 'r');
  const approval = (await showOrder(deps, bo, orderNo)).approval ?? assert.fail();
  await confirmRefund(deps, bo, approval.id);
  await shop.drain();
  assert.deepEqual(await refundsOf(shop, orderNo), ['surplus failed', 'order failed']);
  shop.bank.refundPlan = 'done';
  await refundOrder(deps, anna, orderNo, null, 'r');
  await shop.drain();
  assert.deepEqual(await refundsOf(shop, orderNo), ['surplus done', 'order done']);
  assert.equal(await shop.state(orderNo), 'refund/done');
  await assertSound(shop);
});

test('a customer can refund an order whose surplus payment the provider does not return', async () => {
  await using shop = await openShop();
  shop.orderImages.plan = { unavailable: 'storage' };
  const orderNo = await paidTwice(shop);
  await shop.refund(orderNo);
  await shop.drain();
  assert.deepEqual(await refundsOf(shop, orderNo), ['surplus failed', 'order failed']);
  await assertSound(shop);
});

test('a finished refund whose failure is reported while the job of the refund ends is queried again', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  // The job has found that the refund is done. Before the job commits this, the bank reports that the refund failed.
  await shop.notify(shop.bank.finishRefund(refundNo, 'done'));
  const { transaction } = shop.store;
  shop.clock.advance(60_000);
  const job = await transaction((tx) =>
    tx.jobs.claim(['refund_payment'], shop.clock.now(), shop.clock.now() + 60_000),
  );
  assert.ok(job !== undefined);
  const handler = shop.handlers.find(({ kind }) => kind === 'refund_payment') ?? assert.fail();
  const verdict = await handler.run(job, { signal: new AbortController().signal, log: shop.log });
  assert.ok(verdict.kind === 'done' && verdict.commit !== undefined);
  await shop.notify(shop.bank.bounceRefund(refundNo));
  const { commit } = verdict;
  await assert.rejects(
    transaction((tx) => commit(tx)),
    /must be queried again/,
  );
  await transaction((tx) =>
    tx.jobs.release(job, shop.clock.now(), { error: 'queried again', counted: true }),
  );
  await shop.settle();
  assert.deepEqual(
    (await shop.refunds(orderNo)).map(({ state }) => state),
    ['failed'],
  );
  await assertSound(shop);
});

test('a refund sends webhook events when it is requested, fails and is done', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.bank.refundPlan = 'failed';
  await shop.refund(orderNo);
  await shop.drain();
  shop.bank.refundPlan = 'done';
  await shop.refund(orderNo);
  await shop.drain();
  const types = shop.delivered.map(({ type }) => type);
  assert.deepEqual(types, [
    'order.created',
    'order.paid',
    'refund.requested',
    'refund.failed',
    'refund.done',
  ]);
});

test('a refund of an order whose money the service has returned is refused with a reason of its own', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  shop.orderImages.plan = { refused: 'no_face' };
  await shop.drain();
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/fail');
  await assert.rejects(shop.refund(orderNo), reason('already_refunded'));
  await assert.rejects(shop.refund(orderNo, operator), reason('already_refunded'));
});
