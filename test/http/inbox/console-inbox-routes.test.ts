/** The inbox and internal notes in the console's API, on a complete shop. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';
import { anonymous } from '../../support/shop.ts';

/** Asserts that a call was refused with this error. @returns the problem. */
function assertRefused(answer: { readonly body: string }, code: ErrorCode) {
  const problem = JSON.parse(answer.body);
  assert.equal(problem.code, code, answer.body);
  return problem;
}

interface Item {
  readonly topic: string;
  readonly id: number;
  readonly order_id: number | null;
  readonly owner: string | null;
  readonly notes: number;
  readonly code: string | null;
}

async function itemsOf(visit: ConsoleVisit, visitor: Visitor): Promise<Item[]> {
  const answer = await visit.get(visitor, 'inbox');
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().items;
}

/** An order whose refund failed. @returns the id of the order. */
async function failRefund({ shop, send }: ConsoleVisit, by: Visitor): Promise<number> {
  const orderNo = await shop.paidColourise();
  await shop.drain();
  shop.bank.refundPlan = 'failed';
  const { id } = await shop.order(orderNo);
  assert.equal((await send(by, 'POST', `orders/${id}/refund`, { reason: 'asked' })).statusCode, 200);
  await shop.drain();
  shop.bank.refundPlan = 'done';
  return id;
}

async function openWithOperators() {
  const visit = await openConsole({ settings: { refundApprovalAboveMinor: 1500 } });
  for (const [name, role] of [
    ['ann', 'owner'],
    ['bob', 'support'],
    ['cid', 'viewer'],
  ] as const) {
    await visit.addOperator(name, role);
  }
  const [ann, bob, cid] = [await visit.signIn('ann'), await visit.signIn('bob'), await visit.signIn('cid')];
  return { visit, ann, bob, cid };
}

test('the inbox lists a failed refund until it is retried, and a large refund until it is decided', async () => {
  const { visit, ann, bob } = await openWithOperators();
  await using _ = visit;
  assert.deepEqual(await itemsOf(visit, ann), []);
  const orderId = await failRefund(visit, bob);
  visit.shop.clock.advance(1000);
  const vipNo = await visit.shop.placeVip();
  await visit.shop.pay(vipNo);
  const vipId = (await visit.shop.order(vipNo)).id;
  const asked = await visit.send(bob, 'POST', `orders/${vipId}/refund`, { reason: 'too dear' });
  const { approval } = asked.json();
  const items = await itemsOf(visit, ann);
  assert.deepEqual(
    items.map(({ topic, order_id }) => [topic, order_id]),
    [
      ['failed_refund', orderId],
      ['refund_approval', vipId],
    ],
    'oldest first',
  );
  assert.equal(items[0]?.code, 'insufficient_balance');

  await visit.send(ann, 'POST', `orders/${orderId}/retry`);
  await visit.send(bob, 'POST', `refund_approvals/${approval.id}/reject`, { reason: 'no' });
  await visit.shop.drain();
  assert.deepEqual(await itemsOf(visit, ann), []);
});

test('an operator takes an item, and a colleague to whom the item was shown without an owner cannot take it too', async () => {
  const { visit, ann, bob, cid } = await openWithOperators();
  await using _ = visit;
  await failRefund(visit, bob);
  const [item] = await itemsOf(visit, bob);
  assert.ok(item !== undefined);
  const path = `inbox/failed_refund/${item.id}/owner`;
  assert.equal((await visit.send(bob, 'POST', path, { owner: 'bob' })).statusCode, 204);
  assert.equal((await itemsOf(visit, ann))[0]?.owner, 'bob');
  const late = assertRefused(await visit.send(ann, 'POST', path, { owner: 'ann' }), 'illegal_transition');
  assert.equal(late.reason, 'inbox_item_taken');
  // A repeated call changes nothing.
  assert.equal((await visit.send(bob, 'POST', path, { owner: 'bob' })).statusCode, 204);
  const over = await visit.send(ann, 'POST', path, { owner: 'ann', former_owner: 'bob' });
  assert.equal(over.statusCode, 204, over.body);
  assert.equal((await visit.send(ann, 'POST', path, { former_owner: 'ann' })).statusCode, 204);
  assert.equal((await itemsOf(visit, ann))[0]?.owner, null);

  for (const owner of ['nobody', 'cid']) {
    const wrong = assertRefused(await visit.send(bob, 'POST', path, { owner }), 'invalid_parameters');
    assert.equal(wrong.errors?.[0]?.code, 'unknown_operator', owner);
  }
  assertRefused(await visit.send(cid, 'POST', path, { owner: 'bob' }), 'forbidden');
  const { entries } = (await visit.get(ann, 'audit_log?action=inbox_assigned')).json();
  assert.deepEqual(
    entries.map((entry: { operator: string; before: object; after: object }) => [
      entry.operator,
      entry.before,
      entry.after,
    ]),
    [
      ['ann', { owner: 'ann' }, { owner: null }],
      ['ann', { owner: 'bob' }, { owner: 'ann' }],
      ['bob', { owner: null }, { owner: 'bob' }],
    ],
  );
});

test('a note about an order is shown at the order and counted at its inbox item, and only colleagues see it', async () => {
  const { visit, ann, bob, cid } = await openWithOperators();
  await using _ = visit;
  const orderId = await failRefund(visit, bob);
  const target = { target_kind: 'order', target_id: orderId };
  const text = 'Called the customer: new card next week.';
  const added = await visit.send(bob, 'POST', 'notes', { ...target, text });
  assert.equal(added.statusCode, 201, added.body);
  assert.equal((await itemsOf(visit, ann))[0]?.notes, 1);
  const listed = await visit.get(cid, `notes?target_kind=order&target_id=${orderId}`);
  assert.deepEqual(listed.json().notes, [added.json()]);
  assert.equal(added.json().operator, 'bob');
  const order = await visit.get(bob, `orders/${orderId}`);
  assert.ok(!order.body.includes(text), 'the order itself, which a role may export, has no notes');
  const { entries } = (await visit.get(ann, 'audit_log?action=note_added')).json();
  assert.ok(!JSON.stringify(entries).includes('Called the customer'), 'the audit log keeps no personal data');
  assert.equal(entries[0].order_id, orderId);

  assertRefused(await visit.send(cid, 'POST', 'notes', { ...target, text }), 'forbidden');
  assert.equal(
    assertRefused(await visit.send(bob, 'POST', 'notes', { ...target, text: '  ' }), 'invalid_parameters')
      .errors?.[0]?.code,
    'blank',
  );
});

test('the author of a note and owners remove it, other operators cannot', async () => {
  const { visit, ann, bob } = await openWithOperators();
  await using _ = visit;
  await visit.addOperator('dan', 'support');
  const dan = await visit.signIn('dan');
  const { id: orderId, userId } = await visit.shop.order(await visit.shop.placeVip());
  const ids: number[] = [];
  for (const target of [
    { target_kind: 'order', target_id: orderId },
    { target_kind: 'user', target_id: userId },
  ]) {
    ids.push((await visit.send(bob, 'POST', 'notes', { ...target, text: 'x' })).json().id);
  }
  const refused = assertRefused(await visit.send(dan, 'DELETE', `notes/${ids[0]}`), 'forbidden');
  assert.equal(refused.reason, 'note_of_another');
  assert.equal((await visit.send(bob, 'DELETE', `notes/${ids[0]}`)).statusCode, 204);
  assert.equal((await visit.send(ann, 'DELETE', `notes/${ids[1]}`)).statusCode, 204);
  assertRefused(await visit.send(ann, 'DELETE', `notes/${ids[1]}`), 'unknown_item');
  assert.deepEqual((await visit.get(bob, `notes?target_kind=user&target_id=${userId}`)).json().notes, []);
});

test('when an order and its guest are purged, the notes about both are deleted', async () => {
  const visit = await openConsole({ settings: { unpaidOrdersKeptMs: 86_400_000, eventsUrl: null } });
  await using _ = visit;
  await visit.addOperator('bob', 'support');
  const { shop } = visit;
  const orderNo = await shop.placeVip();
  const { id: orderId, userId } = await shop.order(orderNo);
  const bob = await visit.signIn('bob');
  for (const target of [
    { target_kind: 'order', target_id: orderId },
    { target_kind: 'user', target_id: userId },
  ]) {
    assert.equal((await visit.send(bob, 'POST', 'notes', { ...target, text: 'x' })).statusCode, 201);
  }
  await shop.service.cancelOrder(anonymous, orderNo, 'r1');
  shop.clock.advance(2 * 86_400_000);
  await shop.drain();
  assert.equal(await shop.store.read.orders.noById(orderId), undefined);
  assert.deepEqual(
    await shop.store.read.inbox.notes({ targetKind: 'order', targetId: orderId }, null, 9),
    [],
  );
  assert.deepEqual(await shop.store.read.inbox.notes({ targetKind: 'user', targetId: userId }, null, 9), []);
});
