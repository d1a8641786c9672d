import { source } from '../../support/shop.ts';
/** Users and memberships in the console's API. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleVisit, openConsole } from '../../support/console-visit.ts';

async function withAlice(visit: ConsoleVisit) {
  await visit.addOperator('anna', 'support');
  await visit.addOperator('vic', 'viewer');
  const caller = await visit.shop.service.identify({ bearer: 'subject alice' }, source);
  assert.ok(caller.kind === 'user');
  return { anna: await visit.signIn('anna'), vic: await visit.signIn('vic'), userId: caller.userId };
}

test('GET users finds users by subject and id, and GET users/{id} contains the grants', async () => {
  await using visit = await openConsole();
  const { vic, userId } = await withAlice(visit);
  await visit.shop.placeVip();
  const found = await visit.get(vic, 'users?subject=alice&id=');
  assert.equal(found.statusCode, 200, found.body);
  const [user, ...others] = found.json().users;
  assert.deepEqual(others, []);
  assert.deepEqual(user, {
    id: userId,
    kind: 'user',
    issuer: 'idp',
    subject: 'alice',
    created_at: user.created_at,
    member_until: null,
    is_member: false,
    erased_at: null,
  });
  const first = (await visit.get(vic, 'users?limit=1')).json();
  const second = (await visit.get(vic, `users?limit=1&before=${first.before}`)).json();
  assert.deepEqual([second.users[0].id, second.before], [userId, null]);
  const shown = await visit.get(vic, `users/${userId}`);
  assert.deepEqual(
    [shown.statusCode, shown.json()],
    [200, { ...user, orders: 0, last_order_at: null, spent: [], grants: [] }],
  );
  const unknown = await visit.get(vic, 'users/999');
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'unknown_item']);
  assert.equal((await visit.get(vic, 'users?before=x')).statusCode, 422);
});

test('POST grants makes a user a member, and ending the grant ends the membership', async () => {
  await using visit = await openConsole();
  const { anna, vic, userId } = await withAlice(visit);
  const path = `users/${userId}/grants`;
  assert.equal((await visit.send(vic, 'POST', path, { months: 1, reason: 'No.' })).statusCode, 403);
  assert.equal((await visit.send(anna, 'POST', path, { months: 37, reason: 'No.' })).statusCode, 422);
  assert.equal((await visit.send(anna, 'POST', path, { months: 1 })).statusCode, 422);
  const granted = await visit.send(anna, 'POST', path, { months: 1, reason: 'An apology.' });
  assert.equal(granted.statusCode, 200, granted.body);
  const stale = await visit.send(anna, 'POST', path, { months: 1, reason: 'An apology.', grants_before: 0 });
  assert.deepEqual([stale.statusCode, stale.json().reason], [409, 'months_granted_meanwhile']);
  const { is_member, grants } = granted.json();
  assert.deepEqual([is_member, grants[0].granted_by, grants[0].order_no], [true, 'anna', null]);
  const end = `${path}/${grants[0].id}/end`;
  assert.equal((await visit.send(vic, 'POST', end, { reason: 'No.' })).statusCode, 403);
  assert.equal((await visit.send(anna, 'POST', end, {})).statusCode, 422);
  const ended = await visit.send(anna, 'POST', end, { reason: 'By mistake.' });
  assert.deepEqual([ended.statusCode, ended.json().is_member], [200, false], ended.body);
  assert.equal(ended.json().grants[0].revoke_reason, 'By mistake.');
  assert.equal((await visit.send(anna, 'POST', end, { reason: 'Again.' })).statusCode, 409);
  const unknown = await visit.send(anna, 'POST', `${path}/999/end`, { reason: 'No.' });
  assert.equal(unknown.statusCode, 404);
});

test('what a user has spent does not contain months that were refunded', async () => {
  await using visit = await openConsole();
  const { shop } = visit;
  const { anna } = await withAlice(visit);
  const orderNo = await shop.placeVip(3);
  await shop.pay(orderNo);
  const { id, userId } = await shop.order(orderNo);
  const refund = { months: 2, refunded_before: 0, reason: 'Moves abroad.' };
  const answer = await visit.send(anna, 'POST', `orders/${id}/refund_months`, refund);
  assert.equal(answer.statusCode, 200, answer.body);
  const { spent } = (await visit.get(anna, `users/${userId}`)).json();
  assert.deepEqual(spent, [{ currency: 'CNY', amount: 1990, orders: 1 }]);
});
