/**
 * Order numbers in the console's API. Every response contains masked numbers only, except the response of the call
 * that shows one whole number; the audit log records each such call.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { operatorRoles } from '../../../src/domain/operator-roles.ts';
import { maskNumbersInAnswers } from '../../../src/http/console/mask-numbers.ts';
import { maskOrderNos } from '../../../src/usecases/mask-numbers.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';

/** A paid order whose number is also in a refund request, a grant, a dead job with its error, and the audit log. */
async function spreadNumber(visit: ConsoleVisit, support: Visitor): Promise<string> {
  const { shop } = visit;
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  await shop.drain();
  const path = `orders/${await visit.orderId(orderNo)}`;
  const request = await visit.send(support, 'POST', `${path}/refund`, { reason: `Wrong: ${orderNo}.` });
  assert.equal(request.statusCode, 200, request.body);
  await shop.store.transaction(async (tx) => {
    const now = shop.clock.now();
    const job = { priority: 9, runAt: now, attemptsMax: 1, requestId: null };
    await tx.jobs.enqueue({ ...job, kind: 'process_order', key: orderNo, payload: {} });
    const claimed = await tx.jobs.claim(['process_order'], now, now + 1);
    assert.ok(claimed !== undefined);
    await tx.jobs.markDead(claimed, `order ${orderNo} cannot be processed`);
  });
  return orderNo;
}

async function answers(visit: ConsoleVisit, visitor: Visitor, orderNo: string): Promise<string[]> {
  const order = await visit.shop.order(orderNo);
  const bodies: string[] = [];
  for (const path of [
    'session',
    'orders',
    `orders?order_no=${orderNo}`,
    `orders/${order.id}`,
    'refund_approvals',
    `users/${order.userId}`,
    'jobs',
    'health',
    'audit_log',
    'sessions',
  ]) {
    const answer = await visit.get(visitor, path);
    assert.ok(answer.statusCode === 200 || path === 'audit_log', `${path}: ${answer.body}`);
    bodies.push(answer.body);
  }
  return bodies;
}

test('the picture of a `data:` URL stays as it is, even if its base64 looks like an order number', async () => {
  const app = fastify();
  const picture = `data:image/webp;base64,${Buffer.alloc(60).toString('base64')}`;
  const orderNo = 'A'.repeat(28);
  maskNumbersInAnswers(
    app,
    () => false,
    () => 'owner',
  );
  app.get('/', async () => ({
    picture,
    text: orderNo,
    ofPicture: `data:image/webp;base64,${orderNo} is my number`,
  }));
  const answer = (await app.inject({ url: '/' })).json();
  assert.equal(answer.picture, picture);
  assert.equal(answer.text, maskOrderNos(orderNo));
  assert.notEqual(answer.text, orderNo);
  assert.ok(!answer.ofPicture.includes(orderNo));
});

const approvals = { settings: { refundApprovalAboveMinor: 0 } };

test('no response to a viewer, a support operator or an owner contains a whole order number', async () => {
  await using visit = await openConsole(approvals);
  const visitors = new Map<string, Visitor>();
  for (const role of operatorRoles) {
    await visit.addOperator(role, role);
    visitors.set(role, await visit.signIn(role));
  }
  const support = visitors.get('support');
  assert.ok(support !== undefined);
  const orderNo = await spreadNumber(visit, support);
  const paymentNo = await visit.shop.lastPaymentNo(orderNo);
  for (const [role, visitor] of visitors) {
    const bodies = await answers(visit, visitor, orderNo);
    for (const body of bodies) assert.ok(!body.includes(orderNo), `${role}: ${body}`);
    const masked = bodies.filter((body) => body.includes(maskOrderNos(orderNo)));
    assert.equal(masked.length, role === 'owner' ? 7 : 6, role);
    // The checkout page of a sandbox payment links to the order, so the payment number also gives access to the order.
    assert.equal(
      bodies.some((body) => body.includes(paymentNo)),
      role !== 'viewer',
      role,
    );
  }
});

test('the masked number that a viewer sees does not suffice to read, cancel or refund the order', async () => {
  await using visit = await openConsole();
  await visit.addOperator('vic', 'viewer');
  const vic = await visit.signIn('vic');
  await visit.shop.placeVip();
  const [{ order_no: seen }] = (await visit.get(vic, 'orders')).json().orders;
  for (const operation of ['fetch_order', 'cancel_order', 'refund_order']) {
    const url = `/index.php/v1/${operation}`;
    const answer = await visit.app.inject({ method: 'POST', url, payload: { order_no: seen } });
    assert.equal(answer.statusCode, 404, `${operation}: ${answer.body}`);
  }
});

test('a search ignores the characters that a masked number hides, so a number cannot be guessed one character at a time', async () => {
  await using visit = await openConsole();
  await visit.addOperator('vic', 'viewer');
  const vic = await visit.signIn('vic');
  const orderNo = await visit.shop.placeVip();
  const found = async (text: string) =>
    (await visit.get(vic, `orders?order_no=${encodeURIComponent(text)}`)).json().orders.length;
  for (let length = 6; length < 28; length++) {
    const right = orderNo.slice(0, length);
    const wrong = right.slice(0, -1) + (right.endsWith('0') ? '1' : '0');
    assert.equal(await found(right), 1, right);
    // The first nine characters, which encode the time, are compared, so a wrong character among them finds
    // nothing.
    assert.equal(await found(wrong), length <= 9 ? 0 : 1, wrong);
  }
  assert.equal(await found(orderNo), 1);
  assert.equal(await found(orderNo.slice(0, -1) + (orderNo.endsWith('0') ? '1' : '0')), 0);
  assert.equal(await found(maskOrderNos(orderNo)), 1);
});

test('roles that may act on orders can show the whole number of an order, and the audit log records it each time', async () => {
  await using visit = await openConsole();
  for (const role of operatorRoles) await visit.addOperator(role, role);
  const orderNo = await visit.shop.placeVip();
  const path = `orders/${await visit.orderId(orderNo)}/number`;
  const viewer = await visit.signIn('viewer');
  assert.equal((await visit.send(viewer, 'POST', path)).statusCode, 403);
  assert.equal(
    (await visit.send(await visit.signIn('support'), 'POST', 'orders/999/number')).statusCode,
    404,
  );
  for (const role of ['support', 'owner']) {
    const answer = await visit.send(await visit.signIn(role), 'POST', path);
    assert.deepEqual([answer.statusCode, answer.json()], [200, { order_no: orderNo }]);
  }
  const shown = (await auditLog(visit.shop)).filter(({ action }) => action === 'order_number_shown');
  assert.deepEqual(
    shown.map(({ operator, targetId }) => [operator, targetId]),
    [
      ['owner', orderNo],
      ['support', orderNo],
    ],
  );
  // The owner reads the entry with the masked number and the id, by which the page links to the order.
  const owner = await visit.signIn('owner');
  const [entry] = (await visit.get(owner, 'audit_log?action=order_number_shown')).json().entries;
  assert.deepEqual([entry.target_id, entry.order_id], [maskOrderNos(orderNo), await visit.orderId(orderNo)]);
});

test('only roles that see photos get the path of a customer’s photo, because anyone can make a preview with it', async () => {
  await using visit = await openConsole();
  for (const role of operatorRoles) await visit.addOperator(role, role);
  const orderNo = await visit.shop.paidColourise();
  await visit.shop.drain();
  const { path } = (await visit.shop.order(orderNo)).details;
  for (const role of operatorRoles) {
    const answer = await visit.get(await visit.signIn(role), `orders/${await visit.orderId(orderNo)}`);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().details.path, role === 'viewer' ? 'uploads/….jpg' : path);
    assert.equal(/results\/\w/.test(answer.body), role !== 'viewer', role);
  }
});
