/**
 * API tokens of operators are created in the console and used for calls of the client API and the console's
 * API.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';

const dayMs = 86_400_000;

async function create(visit: ConsoleVisit, visitor: Visitor, role = 'viewer', name = 'nightly report') {
  const answer = await visit.send(visitor, 'POST', 'api_tokens', { name, role, days: 30 });
  assert.equal(answer.statusCode, 201, answer.body);
  return { id: Number(answer.json().api_token.id), secret: String(answer.json().secret) };
}

function withToken(
  { app }: ConsoleVisit,
  secret: string,
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
) {
  const headers = { authorization: `Bearer ${secret}` };
  return app.inject({ method, url: path, headers, ...(payload === undefined ? {} : { payload }) });
}

const listOrders = (visit: ConsoleVisit, secret: string) =>
  withToken(visit, secret, 'GET', '/admin/api/orders');

test('a call of the console’s API with a token needs no cookie and no CSRF token, and has the permissions of the token’s role', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const { secret } = await create(visit, anna, 'support');
  assert.match(secret, /^pk_[A-Za-z0-9_-]{43}$/);
  assert.equal((await listOrders(visit, secret)).statusCode, 200);
  const retried = await withToken(visit, secret, 'POST', '/admin/api/jobs/retry_all', {});
  assert.equal(retried.statusCode, 200, retried.body);
  const audit = await withToken(visit, secret, 'GET', '/admin/api/audit_log');
  assert.equal(audit.json().reason, 'role_not_allowed');
});

test('a call of the client API with a token counts as a call of its operator', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const { secret } = await create(visit, await visit.signIn('anna'));
  const cancelled = await withToken(visit, secret, 'POST', '/index.php/v1/cancel_order', {
    order_no: 'ABCDEFGH',
  });
  assert.equal(cancelled.statusCode, 403, cancelled.body);
  const fetched = await withToken(visit, secret, 'POST', '/index.php/v1/fetch_order', {
    order_no: 'ABCDEFGH',
  });
  assert.equal(fetched.json().code, 'unknown_order');
  const forged = await withToken(visit, `${secret}x`, 'POST', '/index.php/v1/fetch_order', { order_no: 'A' });
  assert.equal(forged.json().reason, 'invalid_token');
});

test('a token never has a higher role than its operator, also after the operator’s role changed', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const bea = await visit.addOperator('bea', 'support');
  const visitor = await visit.signIn('bea');
  const above = await visit.send(visitor, 'POST', 'api_tokens', { name: 'x', role: 'owner', days: 1 });
  assert.equal(above.json().reason, 'role_not_allowed');
  const { secret } = await create(visit, visitor, 'support');
  const anna = await visit.signIn('anna');
  await visit.send(anna, 'POST', `operators/${bea.id}`, { role: 'viewer' });
  const retried = await withToken(visit, secret, 'POST', '/admin/api/jobs/retry_all', {});
  assert.equal(retried.json().reason, 'role_not_allowed');
});

test('a token is refused after it has expired, after it is revoked and after its operator was disabled, also when the operator is enabled again', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const bea = await visit.addOperator('bea', 'viewer');
  const anna = await visit.signIn('anna');
  const visitor = await visit.signIn('bea');
  const status = async (secret: string) => (await listOrders(visit, secret)).statusCode;

  const revoked = await create(visit, visitor);
  assert.equal(await status(revoked.secret), 200);
  assert.equal((await visit.send(visitor, 'DELETE', `api_tokens/${revoked.id}`)).statusCode, 204);
  assert.equal(await status(revoked.secret), 401);

  const disabled = await create(visit, visitor);
  await visit.send(anna, 'POST', `operators/${bea.id}`, { disabled: true });
  assert.equal(await status(disabled.secret), 401);
  await visit.send(anna, 'POST', `operators/${bea.id}`, { disabled: false });
  assert.equal(await status(disabled.secret), 401);

  const ended = await create(visit, await visit.signIn('bea'));
  visit.shop.clock.advance(30 * dayMs - 1);
  assert.equal(await status(ended.secret), 200);
  visit.shop.clock.advance(1);
  assert.equal(await status(ended.secret), 401);
});

test('a call with a token can manage neither operators nor sessions, passwords and tokens', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const { secret } = await create(visit, await visit.signIn('anna'), 'owner');
  for (const [path, body] of [
    ['api_tokens', { name: 'another', role: 'owner', days: 1 }],
    ['operators', { name: 'mallory', role: 'owner' }],
    ['operators/1', { role: 'owner' }],
    ['operators/1/password', {}],
    ['password', { old_password: 'password of anna', new_password: 'a fresh password' }],
  ] as const) {
    const answer = await withToken(visit, secret, 'POST', `/admin/api/${path}`, body);
    assert.deepEqual([answer.statusCode, answer.json().reason], [403, 'session_needed'], path);
  }
});

test('the list of tokens shows the last use and never the secret, and operators cannot revoke tokens of others', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  await visit.addOperator('bea', 'viewer');
  const anna = await visit.signIn('anna');
  const { id, secret } = await create(visit, anna);
  const listed = async () => (await visit.get(anna, 'api_tokens')).json().api_tokens;
  assert.equal((await listed())[0].used_at, null);
  await listOrders(visit, secret);
  assert.equal((await listed())[0].used_at, '2026-11-20T12:00:00.000Z');
  assert.doesNotMatch(JSON.stringify(await listed()), /pk_/);
  const bea = await visit.signIn('bea');
  assert.deepEqual((await visit.get(bea, 'api_tokens')).json(), { api_tokens: [] });
  assert.equal((await visit.send(bea, 'DELETE', `api_tokens/${id}`)).statusCode, 403);
  assert.equal((await visit.get(bea, 'api_tokens?whose=all')).statusCode, 403);
  assert.equal((await listOrders(visit, secret)).statusCode, 200);
});

test('the audit entry of a call with a token names the operator and the token', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const { secret } = await create(visit, anna, 'owner', 'nightly retry');
  const good = { title: 'T', summary: 'S', icon: '/icons/colourise.svg', price: 100, sort: 1 };
  const body = { ...good, funct_name: 'mark_order_vip', on_shelf: false };
  const added = await withToken(visit, secret, 'POST', '/admin/api/goods', body);
  assert.equal(added.statusCode, 201, added.body);
  const { entries } = (await visit.get(anna, 'audit_log')).json();
  const made = entries.find(({ action }: { action: string }) => action === 'good_added');
  assert.deepEqual([made.operator, made.after.api_token], ['anna', 'nightly retry']);
  assert.ok(entries.some(({ action }: { action: string }) => action === 'api_token_created'));
});

test('a password reset revokes the tokens of that operator, and no others', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const bea = await visit.addOperator('bea', 'viewer');
  const anna = await visit.signIn('anna');
  const ofAnna = await create(visit, anna);
  const ofBea = await create(visit, await visit.signIn('bea'));
  const reset = await visit.send(anna, 'POST', `operators/${bea.id}/password`, {});
  assert.equal(reset.statusCode, 200, reset.body);
  assert.equal((await listOrders(visit, ofBea.secret)).statusCode, 401);
  assert.equal((await listOrders(visit, ofAnna.secret)).statusCode, 200);
  const { entries } = (await visit.get(anna, 'audit_log?action=password_reset')).json();
  assert.equal(entries[0].after.api_tokens_revoked, 1);
});
