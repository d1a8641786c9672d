/** Webhook endpoints and events over HTTP: what viewers, support operators, owners and API tokens see of them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOfApiToken, newApiToken } from '../../../src/http/callers/api-token.ts';
import { createApiToken } from '../../../src/usecases/operators/api-tokens.ts';
import { type ConsoleApp, openConsoleApp } from '../../support/console-app.ts';
import { auditLog } from '../../support/console-fixture.ts';

const target = { url: 'https://erp.example/hook?key=of-the-receiver', events: [] };

async function tokenOf(console: ConsoleApp, role: 'viewer' | 'support'): Promise<Record<string, string>> {
  const { store, clock, random } = console.shop.bare;
  const secret = newApiToken(random);
  const operator = await store.transaction((tx) =>
    tx.operators.insert({ name: `${role} of a system`, passwordHash: '', role, createdAt: clock.now() }),
  );
  const caller = {
    kind: 'operator',
    operator,
    sessionId: 1,
    provenAt: clock.now(),
    address: '192.0.2.7',
    requestId: 'x',
  } as const;
  await createApiToken({ store, clock }, caller, {
    name: 'erp',
    role,
    days: 1,
    digest: digestOfApiToken(secret),
  });
  return { authorization: `Bearer ${secret}` };
}

test('a change of an endpoint that another owner has changed since it was loaded is refused with 409', async () => {
  await using console = await openConsoleApp();
  const owner = await console.signIn('owner');
  const { endpoint } = (await console.call('POST', 'webhook_endpoints', owner, target)).json();
  const path = `webhook_endpoints/${endpoint.id}`;
  const moved = { url: 'https://moved.example/', events: ['order.paid'] };
  const first = await console.call('POST', path, owner, { ...moved, version: endpoint.version });
  assert.equal(first.statusCode, 200, first.body);
  const late = await console.call('POST', path, owner, { ...target, version: endpoint.version });
  assert.deepEqual([late.statusCode, late.json().reason], [409, 'webhook_endpoint_changed']);
  const [stored] = (await console.call('GET', 'webhook_endpoints', owner)).json().endpoints;
  assert.deepEqual([stored.url, stored.version], [moved.url, first.json().version]);
  const again = await console.call('POST', path, owner, { ...target, version: stored.version });
  assert.equal(again.statusCode, 200, again.body);
  const withoutVersion = await console.call('POST', path, owner, moved);
  assert.equal(withoutVersion.statusCode, 200, 'a client that sends no version overwrites any version');
});

test('for an operator who sees only the host of an endpoint, the version reveals nothing about the path', async () => {
  await using console = await openConsoleApp();
  const owner = await console.signIn('owner');
  const viewer = await console.signIn('viewer');
  const { endpoint } = (await console.call('POST', 'webhook_endpoints', owner, target)).json();
  const seen = async () =>
    (await console.call('GET', 'webhook_endpoints', viewer)).json().endpoints[0].version;
  const before = await seen();
  const body = { ...target, url: `${target.url}-changed` };
  await console.call('POST', `webhook_endpoints/${endpoint.id}`, owner, body);
  assert.equal(await seen(), before);
});

test('a system with the token of a support operator reads whole order numbers, recorded in the audit log', async () => {
  await using console = await openConsoleApp();
  const owner = await console.signIn('owner');
  assert.equal((await console.call('POST', 'webhook_endpoints', owner, target)).statusCode, 201);
  const orderNo = await console.shop.placeVip();
  const { events } = (await console.call('GET', 'events', await tokenOf(console, 'support'))).json();
  assert.deepEqual([events.length, events[0].type, events[0].data.order_no], [1, 'order.created', orderNo]);
  const [entry] = await auditLog(console.shop);
  assert.deepEqual([entry?.action, entry?.after?.events, entry?.after?.api_token], ['events_read', 1, 'erp']);
});

test('a viewer’s token and an owner’s session read masked order numbers', async () => {
  await using console = await openConsoleApp();
  const owner = await console.signIn('owner');
  await console.call('POST', 'webhook_endpoints', owner, target);
  const orderNo = await console.shop.placeVip();
  for (const headers of [await tokenOf(console, 'viewer'), owner]) {
    const answer = await console.call('GET', 'events', headers);
    assert.equal(answer.statusCode, 200);
    assert.ok(!answer.body.includes(orderNo));
    const [{ data }] = answer.json().events;
    assert.match(data.order_no, /…/);
    assert.equal(data.order_version, 1);
  }
});

test('a system pages through the events from the newest to the oldest without a gap or a repetition', async () => {
  await using console = await openConsoleApp();
  const owner = await console.signIn('owner');
  await console.call('POST', 'webhook_endpoints', owner, target);
  for (let count = 0; count < 5; count++) await console.shop.placeVip();
  const seen: string[] = [];
  let before = '';
  do {
    const page = (await console.call('GET', `events?limit=2&before=${before}`, owner)).json();
    seen.push(...page.events.map((event: { event_id: string }) => event.event_id));
    before = page.before ?? '';
  } while (before !== '');
  const all = (await console.call('GET', 'events', owner)).json().events;
  assert.deepEqual(
    seen,
    all.map((event: { event_id: string }) => event.event_id),
  );
  assert.equal(new Set(seen).size, 5);
});

test('the secret of an endpoint is only in the response of the call that makes it, and only owners see the path of an endpoint’s address', async () => {
  await using console = await openConsoleApp();
  const owner = await console.signIn('owner');
  const { endpoint, secret } = (await console.call('POST', 'webhook_endpoints', owner, target)).json();
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(endpoint.url, target.url);
  const list = await console.call('GET', 'webhook_endpoints', owner);
  assert.ok(!list.body.includes(secret.slice(6)));
  const seen = (await console.call('GET', 'webhook_endpoints', await console.signIn('viewer'))).json();
  assert.equal(seen.endpoints[0].url, 'https://erp.example');
  assert.ok(!JSON.stringify(await auditLog(console.shop)).includes('of-the-receiver'));
});

test('the list of endpoints shows which endpoints are switched off and why', async () => {
  await using console = await openConsoleApp();
  const owner = await console.signIn('owner');
  const { endpoint } = (await console.call('POST', 'webhook_endpoints', owner, target)).json();
  const { store, clock } = console.shop.bare;
  await store.transaction((tx) => tx.webhookEndpoints.setState(endpoint.id, 'off', 'gone', clock.now()));
  const list = (await console.call('GET', 'webhook_endpoints', owner)).json();
  assert.deepEqual([list.endpoints[0].state, list.endpoints[0].off_reason], ['off', 'gone']);
});
