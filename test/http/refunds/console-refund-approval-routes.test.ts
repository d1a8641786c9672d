/** Refunds by two operators in the console's API. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOrderNos } from '../../../src/usecases/mask-numbers.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';

interface Asked {
  readonly anna: Visitor;
  readonly bo: Visitor;
  readonly orderNo: string;
  readonly id: number;
}

async function asked(visit: ConsoleVisit): Promise<Asked> {
  await visit.addOperator('anna', 'support');
  await visit.addOperator('bo', 'support');
  const anna = await visit.signIn('anna');
  const orderNo = await visit.shop.placeVip();
  await visit.shop.pay(orderNo);
  const before = (await visit.get(anna, `orders/${await visit.orderId(orderNo)}`)).json();
  assert.ok(before.actions.includes('request_refund'));
  const answer = await visit.send(anna, 'POST', `orders/${await visit.orderId(orderNo)}/refund`, {
    reason: 'By mistake.',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const { approval, status } = answer.json();
  assert.deepEqual([status, approval.state, approval.amount], ['pay', 'pending', 1990]);
  return { anna, bo: await visit.signIn('bo'), orderNo, id: approval.id };
}

test('the operator who requested a refund cannot confirm it (403); another operator can, once', async () => {
  await using visit = await openConsole({ settings: { refundApprovalAboveMinor: 1000 } });
  const { anna, bo, orderNo, id } = await asked(visit);
  const path = `refund_approvals/${id}/confirm`;
  const own = await visit.send(anna, 'POST', path);
  assert.deepEqual([own.statusCode, own.json().code], [403, 'forbidden']);
  assert.ok(
    (await visit.get(bo, `orders/${await visit.orderId(orderNo)}`)).json().actions.includes('confirm_refund'),
  );
  const answer = await visit.send(bo, 'POST', path);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual([answer.json().status, answer.json().approval], ['wait_refund', null]);
  assert.equal((await visit.send(bo, 'POST', path)).statusCode, 409);
  assert.equal((await visit.send(bo, 'POST', 'refund_approvals/999/confirm')).statusCode, 404);
});

test('a rejection needs a reason, refunds nothing and is listed as decided', async () => {
  await using visit = await openConsole({ settings: { refundApprovalAboveMinor: 1000 } });
  const { anna, bo, orderNo, id } = await asked(visit);
  const path = `refund_approvals/${id}/reject`;
  assert.equal((await visit.send(bo, 'POST', path, {})).statusCode, 422);
  const pending = (await visit.get(anna, 'refund_approvals')).json();
  assert.deepEqual([pending.approvals[0].order_no, pending.before], [maskOrderNos(orderNo), null]);
  const answer = await visit.send(bo, 'POST', path, { reason: 'They used it.' });
  assert.deepEqual([answer.statusCode, answer.json().status], [200, 'pay'], answer.body);
  assert.deepEqual((await visit.get(anna, 'refund_approvals?state=pending')).json().approvals, []);
  const { approvals } = (await visit.get(anna, 'refund_approvals?state=decided')).json();
  assert.deepEqual(
    [approvals[0].state, approvals[0].decided_by, approvals[0].decision_reason],
    ['rejected', 'bo', 'They used it.'],
  );
  assert.equal((await visit.send(bo, 'POST', path, { reason: 'Again.' })).statusCode, 409);
});

test('a viewer lists the requests and cannot decide them (403)', async () => {
  await using visit = await openConsole({ settings: { refundApprovalAboveMinor: 1000 } });
  const { id } = await asked(visit);
  await visit.addOperator('vic', 'viewer');
  const vic = await visit.signIn('vic');
  assert.equal((await visit.get(vic, 'refund_approvals')).statusCode, 200);
  assert.equal((await visit.get(vic, 'refund_approvals?before=x')).statusCode, 422);
  assert.equal((await visit.send(vic, 'POST', `refund_approvals/${id}/confirm`)).statusCode, 403);
  const rejection = await visit.send(vic, 'POST', `refund_approvals/${id}/reject`, { reason: 'No.' });
  assert.equal(rejection.statusCode, 403);
});
