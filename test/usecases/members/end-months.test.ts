/** Which months of membership an operator can end. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMonths } from '../../../src/domain/zoned-time.ts';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { endMonths, grantMonths } from '../../../src/usecases/members/grant-months.ts';
import { showUser } from '../../../src/usecases/members/search-users.ts';
import { reason } from '../../support/app-error.ts';
import { consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { assertSound, openShop, type Shop, source, vip } from '../../support/shop.ts';

const anna = operatorOf('support');
const apology = { months: 1, reason: 'An apology.', grantsBefore: null };

async function alice(shop: Shop) {
  const caller = await shop.service.identify({ bearer: 'subject alice' }, source);
  assert.ok(caller.kind === 'user');
  return caller;
}

async function placeAndPay(shop: Shop, caller: Caller, months: number): Promise<string> {
  const orderNo = await shop.placeVip(months, caller);
  await shop.service.payOrders({
    ...{ caller, orderNos: [orderNo], provider: undefined, channel: undefined },
    ...{ language: null, clientAddress: '203.0.113.7', requestId: 'r' },
  });
  return orderNo;
}

async function buyMonths(shop: Shop, months: number): Promise<void> {
  const orderNo = await placeAndPay(shop, await alice(shop), months);
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo)));
}

/** Whether each grant can be ended by what the console shows, and by what the call answers. */
async function shownAndReal(shop: Shop, userId: number): Promise<[boolean, string | undefined][]> {
  const deps = consoleDeps(shop.deps);
  const found: [boolean, string | undefined][] = [];
  for (const { id, canEnd } of (await showUser(deps, anna, userId)).grants) {
    const refusal = await endMonths(deps, anna, userId, id, 'A mistake.').then(
      () => undefined,
      (error: { reason?: string }) => error.reason,
    );
    found.push([canEnd, refusal]);
  }
  return found;
}

test('months that are over cannot be ended, because later months that were bought would count as used', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { zone } = shop.deps.settings;
  const { userId } = await alice(shop);
  const start = shop.clock.now();
  await grantMonths(deps, anna, userId, apology);
  await buyMonths(shop, 2);
  const until = addMonths(start, 3, zone);
  shop.clock.advance(addMonths(start, 1, zone) - start);
  const [granted] = (await showUser(deps, anna, userId)).grants;
  assert.ok(granted !== undefined && granted.orderId === null);
  await assert.rejects(
    endMonths(deps, anna, userId, granted.id, 'A mistake.'),
    reason('months_already_ended'),
  );
  assert.equal((await showUser(deps, anna, userId)).user.memberUntil, until);
});

test('the console shows of each grant whether its months can be ended', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const { userId } = await alice(shop);
  await grantMonths(deps, anna, userId, apology);
  await buyMonths(shop, 1);
  shop.clock.advance(40 * 24 * 60 * 60_000);
  await grantMonths(deps, anna, userId, apology);
  assert.deepEqual(await shownAndReal(shop, userId), [
    [false, 'months_already_ended'],
    [false, 'months_were_bought'],
    [true, undefined],
  ]);
  assert.deepEqual((await shownAndReal(shop, userId)).at(-1), [false, 'months_already_ended']);
  await assertSound(shop);
});

test('the months of an order that cost nothing can be ended, because no refund can end them', async () => {
  await using shop = await openShop();
  shop.sql('update goods set price_minor = 0 where id = ?', vip.goodsId);
  const caller = await alice(shop);
  const orderNo = await placeAndPay(shop, caller, 1);
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(await shownAndReal(shop, caller.userId), [[true, undefined]]);
  assert.equal((await shop.service.myVip(caller)).active, false);
  await assertSound(shop);
});
