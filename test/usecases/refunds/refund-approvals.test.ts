/** Refunds by operators: above a configured amount a second operator must confirm; each step has an audit entry. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  confirmRefund,
  listApprovals,
  rejectRefund,
} from '../../../src/usecases/refunds/refund-approvals.ts';
import { refundOrder } from '../../../src/usecases/refunds/refund-order.ts';
import { settleRefund } from '../../../src/usecases/refunds/settle-refund.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { assertSound, openShop, type Shop } from '../../support/shop.ts';

const anna = operatorOf('support', 'anna');
const bo = operatorOf('support', 'bo');
const viewer = operatorOf('viewer', 'vic');

async function pendingId(shop: Shop, orderNo: string): Promise<number> {
  const { id } = await shop.order(orderNo);
  const approval = await shop.store.read.refunds.pendingApproval(id);
  assert.ok(approval !== undefined, 'no approval is pending');
  return approval.id;
}

test('up to the configured amount one operator can refund, and the audit entry has the reason', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 990 } });
  const orderNo = await shop.paidColourise();
  await refundOrder(consoleDeps(shop.deps), anna, orderNo, 'Too dark.', 'r1');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  const [entry] = await auditLog(shop);
  assert.deepEqual(
    [entry?.action, entry?.operator, entry?.reason],
    ['refund_requested', 'anna', 'Too dark.'],
  );
  assert.equal(entry?.after?.amount, 990);
  await assertSound(shop);
});

test('above the configured amount nothing is refunded until another operator confirms', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 989 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  assert.equal(await shop.state(orderNo), 'pay/init');
  assert.deepEqual(await shop.refunds(orderNo), []);
  const id = await pendingId(shop, orderNo);
  await assert.rejects(confirmRefund(deps, anna, id), code('forbidden'));
  await assert.rejects(confirmRefund(deps, viewer, id), code('forbidden'));
  assert.equal(await confirmRefund(deps, bo, id), orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  const [refund] = await shop.refunds(orderNo);
  assert.equal(refund?.reason, 'Too dark.');
  const log = await auditLog(shop);
  assert.deepEqual(
    log.map(({ action, operator }) => [action, operator]),
    [
      ['refund_approval_confirmed', 'bo'],
      ['refund_approval_requested', 'anna'],
    ],
  );
  const { approvals } = await listApprovals(deps, viewer, 'decided', null, 50);
  assert.deepEqual(
    approvals.map((approval) => [approval.state, approval.requestedBy, approval.decidedBy]),
    [['confirmed', 'anna', 'bo']],
  );
  await assertSound(shop);
});

test('a rejected request refunds nothing and keeps the reason of the rejection, and the refund can be requested again', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  const id = await pendingId(shop, orderNo);
  await rejectRefund(deps, bo, id, 'It is not.');
  await assert.rejects(confirmRefund(deps, bo, id), code('illegal_transition'));
  assert.equal((await shop.store.read.refunds.approvalById(id))?.decisionReason, 'It is not.');
  await refundOrder(deps, anna, orderNo, 'But it is.', 'r1');
  await rejectRefund(deps, anna, await pendingId(shop, orderNo), 'Never mind.');
  assert.equal(await shop.state(orderNo), 'pay/init');
  assert.deepEqual((await listApprovals(deps, anna, 'pending', null, 50)).approvals, []);
});

test('an operator who repeats a request for approval makes no second request, and another operator’s request is refused', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r2');
  await assert.rejects(refundOrder(deps, bo, orderNo, 'Too dark.', 'r3'), code('illegal_transition'));
  assert.equal((await listApprovals(deps, anna, 'pending', null, 50)).approvals.length, 1);
  assert.equal((await auditLog(shop)).length, 1);
});

test('of several decisions on one request at the same time, exactly one succeeds', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  const id = await pendingId(shop, orderNo);
  const ends = await Promise.allSettled([
    confirmRefund(deps, bo, id),
    confirmRefund(deps, operatorOf('owner', 'cem'), id),
    rejectRefund(deps, anna, id, 'Never mind.'),
  ]);
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  await shop.drain();
  assert.ok((await shop.refunds(orderNo)).length <= 1);
  await assertSound(shop);
});

test('a second request for an order and a request for an unpaid order are refused', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  await assert.rejects(refundOrder(deps, bo, orderNo, 'Too bright.', 'r1'), code('illegal_transition'));
  const unpaid = await shop.placeColourise();
  await assert.rejects(refundOrder(deps, bo, unpaid, 'No.', 'r1'), code('illegal_transition'));
  await assert.rejects(refundOrder(deps, bo, 'X', 'No.', 'r1'), code('unknown_order'));
  await assert.rejects(refundOrder(deps, viewer, orderNo, 'No.', 'r1'), code('forbidden'));
  await assert.rejects(confirmRefund(deps, bo, 999), code('unknown_item'));
});

test('an operator’s request for a refund ends when the customer refunds the order, and a failed refund can then be settled', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  const id = await pendingId(shop, orderNo);
  shop.bank.refundPlan = 'failed';
  shop.bank.refundFailure = 'payer_account_abnormal';
  await shop.refund(orderNo);
  await shop.drain();
  await assert.rejects(confirmRefund(deps, bo, id), { reason: 'approval_decided' });
  await assert.rejects(rejectRefund(deps, bo, id, 'Never mind.'), { reason: 'approval_decided' });
  const approval = await shop.store.read.refunds.approvalById(id);
  assert.deepEqual(
    [approval?.state, approval?.decidedBy, approval?.decisionReason],
    ['rejected', '(service)', 'The order was refunded in another way.'],
  );
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  await settleRefund(deps, anna, orderNo, { refundNo, reason: 'Paid by bank transfer.' });
  await confirmRefund(deps, bo, await pendingId(shop, orderNo));
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('an operator’s request for a refund ends when the order is refunded because its work failed', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  shop.orderImages.plan = { refused: 'no_face' };
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/fail');
  assert.deepEqual((await listApprovals(deps, anna, 'pending', null, 50)).approvals, []);
  await assertSound(shop);
});

test('requests are listed in pages, newest first', async () => {
  await using shop = await openShop({ settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const numbers = [await shop.paidColourise(), await shop.paidColourise(), await shop.paidColourise()];
  for (const orderNo of numbers) await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  const first = await listApprovals(deps, viewer, 'pending', null, 2);
  const second = await listApprovals(deps, viewer, 'pending', first.next, 2);
  const listed = [...first.approvals, ...second.approvals].map(({ orderNo }) => orderNo);
  assert.deepEqual(listed, numbers.toReversed());
  assert.equal(second.next, null);
});
