/** Acts that need a proof of identity of the last ten minutes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditLog } from '../../support/console-fixture.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';
import { setUpApp } from '../../support/second-factor.ts';

const minuteMs = 60_000;
const proofLifeMs = 10 * minuteMs;
const reason = 'asked for';

async function openWithOwner(settings = {}) {
  const visit = await openConsole({ settings });
  await visit.addOperator('olga', 'owner');
  return { visit, olga: await visit.signIn('olga') };
}

function prove(visit: ConsoleVisit, visitor: Visitor, proof: object) {
  return visit.send(visitor, 'POST', 'session/reauthenticate', proof);
}

async function paidOrder({ shop, orderId }: ConsoleVisit): Promise<string> {
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  return `orders/${await orderId(orderNo)}`;
}

test('calls that change permissions, credentials or settings need a recent proof of identity, and succeed with one', async () => {
  const { visit, olga } = await openWithOwner();
  await using _open = visit;
  const { id } = await visit.addOperator('anna', 'viewer');
  const acts = [
    ['POST', 'operators', { name: 'new', role: 'viewer' }],
    ['POST', `operators/${id}`, { role: 'support' }],
    ['POST', `operators/${id}/password`, {}],
    ['DELETE', `operators/${id}/second_factor`, undefined],
    ['POST', 'sign_in_rules', { second_factor_required: false }],
    ['POST', 'api_tokens', { name: 'script', role: 'viewer', days: 1 }],
    ['POST', 'settings', { terms_url: 'https://shop.example/terms' }],
    ['POST', 'settings', { orders_open: false }],
    ['POST', 'settings', { reset: ['orders_open'] }],
    ['POST', 'second_factor/authenticator_app', undefined],
    ['POST', 'second_factor/recovery_codes', undefined],
    ['POST', 'second_factor/passkey_options', undefined],
    ['DELETE', 'second_factor/authenticator_app', undefined],
    ['DELETE', 'second_factor/passkeys/1', undefined],
  ] as const;
  visit.shop.clock.advance(proofLifeMs);
  for (const [method, path, body] of acts) {
    const answer = await visit.send(olga, method, path, body);
    assert.deepEqual([answer.statusCode, answer.json().reason], [403, 'reauthentication_required'], path);
  }
  assert.equal((await prove(visit, olga, { password: 'password of olga' })).statusCode, 204);
  for (const [method, path, body] of acts) {
    const answer = await visit.send(olga, method, path, body);
    assert.notEqual(answer.statusCode, 403, `${path}: ${answer.body}`);
  }
});

test('a proof of identity counts as recent for ten minutes', async () => {
  const { visit, olga } = await openWithOwner();
  await using _open = visit;
  const token = (name: string) => ({ name, role: 'viewer', days: 1 });
  visit.shop.clock.advance(proofLifeMs - 1);
  assert.equal((await visit.send(olga, 'POST', 'api_tokens', token('a'))).statusCode, 201);
  visit.shop.clock.advance(1);
  assert.equal((await visit.send(olga, 'POST', 'api_tokens', token('b'))).statusCode, 403);
  await prove(visit, olga, { password: 'password of olga' });
  visit.shop.clock.advance(proofLifeMs - 1);
  assert.equal((await visit.send(olga, 'POST', 'api_tokens', token('b'))).statusCode, 201);
  visit.shop.clock.advance(1);
  assert.equal((await visit.send(olga, 'POST', 'api_tokens', token('c'))).statusCode, 403);
});

test('other calls of the console need no recent proof of identity', async () => {
  const { visit, olga } = await openWithOwner();
  await using _open = visit;
  visit.shop.clock.advance(proofLifeMs);
  assert.equal((await visit.get(olga, 'operators')).statusCode, 200);
  const path = await paidOrder(visit);
  assert.equal((await visit.send(olga, 'POST', `${path}/refund`, { reason })).statusCode, 200);
});

test('a refund above the limit needs a recent proof of identity of both operators', async () => {
  const { visit, olga } = await openWithOwner({ refundApprovalAboveMinor: 1000 });
  await using _open = visit;
  await visit.addOperator('anna', 'support');
  const anna = await visit.signIn('anna');
  const path = await paidOrder(visit);
  const refund = () => visit.send(anna, 'POST', `${path}/refund`, { reason });
  visit.shop.clock.advance(proofLifeMs);
  assert.equal((await refund()).json().reason, 'reauthentication_required');
  await prove(visit, anna, { password: 'password of anna' });
  const requested = await refund();
  assert.equal(requested.statusCode, 200, requested.body);
  const confirm = () => visit.send(olga, 'POST', `refund_approvals/${requested.json().approval.id}/confirm`);
  assert.equal((await confirm()).json().reason, 'reauthentication_required');
  await prove(visit, olga, { password: 'password of olga' });
  assert.equal((await confirm()).statusCode, 200);
});

test('an API token cannot confirm a refund above the limit', async () => {
  const { visit, olga } = await openWithOwner({ refundApprovalAboveMinor: 1000 });
  await using _open = visit;
  await visit.addOperator('anna', 'support');
  const path = await paidOrder(visit);
  const requested = await visit.send(await visit.signIn('anna'), 'POST', `${path}/refund`, { reason });
  const created = await visit.send(olga, 'POST', 'api_tokens', { name: 'script', role: 'owner', days: 1 });
  const answer = await visit.app.inject({
    method: 'POST',
    url: `/admin/api/refund_approvals/${requested.json().approval.id}/confirm`,
    headers: { authorization: `Bearer ${created.json().secret}` },
  });
  assert.deepEqual([answer.statusCode, answer.json().reason], [403, 'session_needed']);
});

test('a proof of identity counts only in the session in which it was given', async () => {
  const { visit, olga } = await openWithOwner();
  await using _open = visit;
  visit.shop.clock.advance(proofLifeMs);
  await prove(visit, await visit.signIn('olga'), { password: 'password of olga' });
  const answer = await visit.send(olga, 'POST', 'operators', { name: 'new', role: 'viewer' });
  assert.equal(answer.json().reason, 'reauthentication_required');
});

test('a code of the authenticator app is accepted once as a proof of identity', async () => {
  const { visit, olga } = await openWithOwner();
  await using _open = visit;
  const own = await setUpApp(visit, olga);
  visit.shop.clock.advance(proofLifeMs);
  const code = own.code();
  assert.equal((await prove(visit, olga, { code })).statusCode, 204);
  const replayed = await prove(visit, olga, { code });
  assert.deepEqual([replayed.statusCode, replayed.json().errors[0].code], [422, 'wrong_code']);
  const actions = (await auditLog(visit.shop)).slice(0, 2).map(({ action, after }) => [action, after?.by]);
  assert.deepEqual(actions, [
    ['reauthentication_refused', undefined],
    ['reauthenticated', 'authenticator_app'],
  ]);
});

test('after five wrong passwords as proofs of identity the operator must wait, and the session stays open', async () => {
  const { visit, olga } = await openWithOwner();
  await using _open = visit;
  for (let index = 0; index < 5; index += 1) {
    const answer = await prove(visit, olga, { password: `guess ${index}` });
    assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [422, 'wrong_old_password']);
  }
  const answer = await prove(visit, olga, { password: 'password of olga' });
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '5']);
  assert.equal((await visit.get(olga, 'session')).statusCode, 200);
});

test('a call with no proof and a call with two proofs are refused', async () => {
  const { visit, olga } = await openWithOwner();
  await using _open = visit;
  for (const proof of [{}, { password: 'password of olga', code: '123456' }]) {
    assert.equal((await prove(visit, olga, proof)).statusCode, 422);
  }
});
