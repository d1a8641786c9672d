/** The user search of the console, and the months that operators grant and end. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMonths } from '../../../src/domain/zoned-time.ts';
import { endMonths, grantMonths } from '../../../src/usecases/members/grant-months.ts';
import { mergeGuest } from '../../../src/usecases/members/merge-guest.ts';
import { searchUsers, showUser } from '../../../src/usecases/members/search-users.ts';
import { code, reason } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { assertSound, openShop, operator, type Shop, source } from '../../support/shop.ts';

const anna = operatorOf('support');
const viewer = operatorOf('viewer');

async function alice(shop: Shop) {
  const caller = await shop.service.identify({ bearer: 'subject alice' }, source);
  assert.ok(caller.kind === 'user');
  return caller;
}

test('users are found by id and by subject, and listed in pages', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { userId } = await alice(shop);
  await shop.placeColourise();
  const bySubject = await searchUsers(deps, viewer, { id: null, subject: 'alice' }, null, 50);
  assert.deepEqual(
    bySubject.users.map(({ id, kind, issuer, subject }) => ({ id, kind, issuer, subject })),
    [{ id: userId, kind: 'user', issuer: 'idp', subject: 'alice' }],
  );
  const byId = await searchUsers(deps, viewer, { id: userId, subject: null }, null, 50);
  assert.deepEqual(byId, bySubject);
  const first = await searchUsers(deps, viewer, { id: null, subject: null }, null, 1);
  assert.deepEqual([first.users[0]?.kind, first.next === null], ['guest', false]);
  const second = await searchUsers(deps, viewer, { id: null, subject: null }, first.next, 1);
  assert.deepEqual([second.users[0]?.id, second.next], [userId, null]);
  await assert.rejects(showUser(deps, viewer, 999), code('unknown_item'));
});

test('granted months start now, and the grant and its audit entry name the operator and the reason', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { userId } = await alice(shop);
  await grantMonths(deps, anna, userId, { months: 2, reason: 'An apology.', grantsBefore: null });
  const { user, grants } = await showUser(deps, viewer, userId);
  assert.equal(user.memberUntil, addMonths(shop.clock.now(), 2, shop.deps.settings.zone));
  assert.deepEqual(
    grants.map(({ months, orderNo, grantedBy, reason, revokedAt }) => ({
      months,
      orderNo,
      grantedBy,
      reason,
      revokedAt,
    })),
    [{ months: 2, orderNo: null, grantedBy: 'anna', reason: 'An apology.', revokedAt: null }],
  );
  const [entry] = await auditLog(shop);
  assert.deepEqual(
    [entry?.action, entry?.targetKind, entry?.targetId, entry?.reason],
    ['months_granted', 'user', String(userId), 'An apology.'],
  );
  assert.equal(entry?.before?.member_until, null);
  await assertSound(shop);
});

test('after an operator ends a grant, the months of a later grant begin earlier', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { userId } = await alice(shop);
  const start = shop.clock.now();
  await grantMonths(deps, anna, userId, { months: 2, reason: 'An apology.', grantsBefore: null });
  await grantMonths(deps, anna, userId, { months: 1, reason: 'Another.', grantsBefore: null });
  const [first] = (await showUser(deps, viewer, userId)).grants.toSorted((a, b) => a.id - b.id);
  assert.ok(first !== undefined);
  await endMonths(deps, operatorOf('owner', 'bo'), userId, first.id, 'By mistake.');
  const { user, grants } = await showUser(deps, viewer, userId);
  assert.equal(user.memberUntil, addMonths(start, 1, shop.deps.settings.zone));
  const ended = grants.find(({ id }) => id === first.id);
  assert.deepEqual(
    [ended?.revokedAt, ended?.revokedBy, ended?.revokeReason],
    [shop.clock.now(), 'bo', 'By mistake.'],
  );
  assert.equal((await auditLog(shop))[0]?.action, 'months_ended');
  await assert.rejects(endMonths(deps, anna, userId, first.id, 'Again.'), code('illegal_transition'));
  await assertSound(shop);
});

test('an operator cannot end the months of an order', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const caller = await alice(shop);
  const orderNo = await shop.placeVip(1, caller);
  await shop.service.payOrders({
    caller,
    orderNos: [orderNo],
    provider: undefined,
    channel: undefined,
    language: null,
    clientAddress: '203.0.113.7',
    requestId: 'r',
  });
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo)));
  const { grants } = await showUser(deps, viewer, caller.userId);
  assert.deepEqual(
    grants.map((grant) => grant.orderNo),
    [orderNo],
  );
  const id = grants[0]?.id ?? 0;
  await assert.rejects(endMonths(deps, anna, caller.userId, id, 'No.'), code('illegal_transition'));
  assert.deepEqual(await auditLog(shop), []);
});

test('granting or ending months is refused for an unknown user, for the grant of another user, and to a viewer', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { userId } = await alice(shop);
  await grantMonths(deps, anna, userId, { months: 1, reason: 'An apology.', grantsBefore: null });
  const [grant] = (await showUser(deps, viewer, userId)).grants;
  const other = await shop.service.identify({ bearer: 'subject bob' }, source);
  assert.ok(other.kind === 'user' && grant !== undefined);
  await assert.rejects(endMonths(deps, anna, other.userId, grant.id, 'No.'), code('unknown_item'));
  await assert.rejects(
    grantMonths(deps, anna, 999, { months: 1, reason: 'No.', grantsBefore: null }),
    code('unknown_item'),
  );
  await assert.rejects(
    grantMonths(deps, viewer, userId, { months: 1, reason: 'No.', grantsBefore: null }),
    code('forbidden'),
  );
  await assert.rejects(endMonths(deps, viewer, userId, grant.id, 'No.'), code('forbidden'));
  assert.equal((await auditLog(shop)).length, 1);
});

test('months are not granted to a guest who was merged into another customer', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const guest = (await shop.order(await shop.placeVip(1))).userId ?? assert.fail();
  const { userId } = await alice(shop);
  await mergeGuest(shop.deps, operator, guest, userId, 'the same person');
  await assert.rejects(
    grantMonths(deps, anna, guest, { months: 2, reason: 'An apology.', grantsBefore: null }),
    code('unknown_item'),
  );
  assert.deepEqual((await showUser(deps, viewer, guest)).grants, []);
});

test('a call to grant months that is repeated, or made after the user got other months, grants nothing', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { userId } = await alice(shop);
  const wanted = { months: 2, reason: 'An apology.', grantsBefore: 0 };
  const calls = [1, 2, 3].map(() => grantMonths(deps, anna, userId, wanted));
  const ends = await Promise.allSettled(calls);
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected', 'rejected']);
  await assert.rejects(grantMonths(deps, anna, userId, wanted), reason('months_granted_meanwhile'));
  assert.equal((await showUser(deps, viewer, userId)).grants.length, 1);
  await grantMonths(deps, anna, userId, { ...wanted, grantsBefore: 1 });
  assert.equal((await showUser(deps, viewer, userId)).grants.length, 2);
});
