/** The erasure of single orders that bought months of membership. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseOrder } from '../../../src/usecases/retention/erase-customer.ts';
import { assertSound, openShop, operator } from '../../support/shop.ts';

const settings = { eventsUrl: null } as const;
const dayMs = 24 * 60 * 60_000;

test('an order of a membership that has ended is erased, and later months of the customer stay', async () => {
  await using shop = await openShop({ settings });
  const ended = await shop.placeVip(1);
  await shop.pay(ended);
  const { id, userId } = await shop.order(ended);
  const caller = { kind: 'guest', userId } as const;
  shop.clock.advance(40 * dayMs);
  const running = await shop.placeVip(2, caller);
  await shop.pay(running);
  await shop.drain();
  const { memberUntil } = await shop.service.myVip(caller);
  await eraseOrder(shop.deps, operator, id);
  assert.equal((await shop.service.myVip(caller)).memberUntil, memberUntil);
  const last = (await shop.order(running)).id;
  await assert.rejects(eraseOrder(shop.deps, operator, last), /the membership that it bought has not ended/);
  await assertSound(shop);
});

test('an order whose months moved later months is not erased while the later months run', async () => {
  await using shop = await openShop({ settings });
  const first = await shop.placeVip(1);
  await shop.pay(first);
  const { id, userId } = await shop.order(first);
  await shop.pay(await shop.placeVip(2, { kind: 'guest', userId }));
  await shop.drain();
  shop.clock.advance(40 * dayMs);
  await shop.drain();
  await assert.rejects(eraseOrder(shop.deps, operator, id), /the membership that it bought has not ended/);
});

test('the erasure of a guest’s only order also deletes the guest if the order bought a membership that has ended', async () => {
  await using shop = await openShop({ settings });
  const orderNo = await shop.placeVip(1);
  await shop.pay(orderNo);
  shop.clock.advance(40 * dayMs);
  await shop.drain();
  const { id, userId } = await shop.order(orderNo);
  await eraseOrder(shop.deps, operator, id);
  assert.equal(await shop.store.read.members.userById(userId), undefined);
});
