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

/**
 * The owner `olga`, the owner `oskar` and the support operator `sam`. None of the three has added, enabled or changed
 * another, so each may confirm what another requests until a test changes this.
 */
async function independentOperators(visit: ConsoleVisit) {
  await visit.addOperator('olga', 'owner');
  await visit.addOperator('oskar', 'owner');
  await visit.addOperator('sam', 'support');
  return { olga: await visit.signIn('olga'), oskar: await visit.signIn('oskar') };
}

async function requestBy(visit: ConsoleVisit, visitor: Visitor): Promise<{ order: number; confirm: string }> {
  const orderNo = await visit.shop.placeVip();
  await visit.shop.pay(orderNo);
  const order = await visit.orderId(orderNo);
  const answer = await visit.send(visitor, 'POST', `orders/${order}/refund`, { reason: 'For me.' });
  assert.equal(answer.statusCode, 200, answer.body);
  visit.shop.clock.advance(1_000);
  return { order, confirm: `refund_approvals/${answer.json().approval.id}/confirm` };
}

/** The owner adds an operator. @returns a visitor who is signed in with the new account. */
async function add(visit: ConsoleVisit, owner: Visitor, name: string, role = 'support'): Promise<Visitor> {
  const password = `made for ${name} today`;
  const added = await visit.send(owner, 'POST', 'operators', { name, role, password });
  assert.equal(added.statusCode, 201, added.body);
  return visit.signIn(name, password);
}

async function idOfOperator(visit: ConsoleVisit, name: string): Promise<number> {
  const operator = await visit.shop.store.read.operators.byName(name);
  assert.ok(operator !== undefined);
  return operator.id;
}

async function assertRefused(visit: ConsoleVisit, visitor: Visitor, path: string, order: number) {
  const { actions } = (await visit.get(visitor, `orders/${order}`)).json();
  assert.deepEqual(
    actions.filter((action: string) => action.endsWith('_refund')),
    ['reject_refund'],
  );
  const answer = await visit.send(visitor, 'POST', path);
  assert.deepEqual(
    [answer.statusCode, answer.json().code, answer.json().reason],
    [403, 'forbidden', 'approver_not_independent'],
  );
  assert.equal((await visit.get(visitor, `orders/${order}`)).json().status, 'pay');
}

const limit = { settings: { refundApprovalAboveMinor: 1000 } };

test('an operator whom the requester added, before or after the request, cannot confirm the request', async () => {
  await using visit = await openConsole(limit);
  const { olga } = await independentOperators(visit);
  const early = await add(visit, olga, 'early');
  visit.shop.clock.advance(60_000);
  const { order, confirm } = await requestBy(visit, olga);
  await assertRefused(visit, early, confirm, order);
  await assertRefused(visit, await add(visit, olga, 'late'), confirm, order);
  // The requester adds an owner, signs in with this account, and adds another operator with it.
  const straw = await add(visit, olga, 'straw', 'owner');
  const third = await add(visit, straw, 'third');
  const next = await requestBy(visit, olga);
  await assertRefused(visit, third, next.confirm, next.order);
});

test('an operator whose password the requester set, or whom the requester enabled again, cannot confirm', async () => {
  await using visit = await openConsole(limit);
  const { olga } = await independentOperators(visit);
  const sam = `operators/${await idOfOperator(visit, 'sam')}`;
  const password = 'chosen by olga alone';
  assert.equal((await visit.send(olga, 'POST', `${sam}/password`, { password })).statusCode, 200);
  visit.shop.clock.advance(60_000);
  const { order, confirm } = await requestBy(visit, olga);
  await assertRefused(visit, await visit.signIn('sam', password), confirm, order);

  await visit.addOperator('tom', 'support');
  const tom = `operators/${await idOfOperator(visit, 'tom')}`;
  await visit.send(olga, 'POST', tom, { disabled: true });
  await visit.send(olga, 'POST', tom, { disabled: false });
  visit.shop.clock.advance(60_000);
  const next = await requestBy(visit, olga);
  await assertRefused(visit, await visit.signIn('tom'), next.confirm, next.order);
});

test('an account that was added, or got a new password, after the request cannot confirm it', async () => {
  await using visit = await openConsole(limit);
  const { olga, oskar } = await independentOperators(visit);
  const { order, confirm } = await requestBy(visit, olga);
  await assertRefused(visit, await add(visit, oskar, 'new'), confirm, order);
  const password = 'chosen by oskar alone';
  const sam = `operators/${await idOfOperator(visit, 'sam')}/password`;
  assert.equal((await visit.send(oskar, 'POST', sam, { password })).statusCode, 200);
  visit.shop.clock.advance(1_000);
  const again = await visit.signIn('sam', password);
  await assertRefused(visit, again, confirm, order);
  // This request of olga is later than the new password of sam, so sam can confirm it.
  const next = await requestBy(visit, olga);
  assert.equal((await visit.send(again, 'POST', next.confirm)).statusCode, 200);
});

test('an operator whose role the requester changed can confirm the request', async () => {
  await using visit = await openConsole(limit);
  const { olga, oskar } = await independentOperators(visit);
  const sam = `operators/${await idOfOperator(visit, 'sam')}`;
  await visit.send(olga, 'POST', sam, { role: 'viewer' });
  await visit.send(olga, 'POST', sam, { role: 'support' });
  visit.shop.clock.advance(60_000);
  const { confirm } = await requestBy(visit, olga);
  const answer = await visit.send(await visit.signIn('sam'), 'POST', confirm);
  assert.equal(answer.statusCode, 200, answer.body);
  const own = await requestBy(visit, oskar);
  assert.equal((await visit.send(olga, 'POST', own.confirm)).statusCode, 200);
});
