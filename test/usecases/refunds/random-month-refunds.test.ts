/**
 * Random partial and whole refunds of memberships, by two operators at once, at a bank that sometimes fails. In the end
 * the money received equals the money kept plus the money returned, and the months that members have equal the months
 * paid less the months refunded.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../../src/domain/errors.ts';
import { confirmRefund, rejectRefund } from '../../../src/usecases/refunds/refund-approvals.ts';
import { refundMonths } from '../../../src/usecases/refunds/refund-months.ts';
import { refundOrder } from '../../../src/usecases/refunds/refund-order.ts';
import { operatorOf } from '../../support/console-fixture.ts';
import { assertSound, openShop, type Shop, vip } from '../../support/shop.ts';

const anna = operatorOf('support', 'anna');
const bo = operatorOf('support', 'bo');
const dayMs = 24 * 60 * 60_000;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('months' as const), months: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('months twice' as const),
      months: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('whole' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('months and whole' as const),
      months: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('confirm' as const, 'reject' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run jobs' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refunds are' as const),
      plan: fc.constantFrom('done' as const, 'pending' as const, 'failed' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bank is' as const),
      mode: fc.constantFrom('up' as const, 'down' as const, 'mute' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('month passes' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface World {
  readonly shop: Shop;
  readonly orders: readonly string[];
}

async function ignoreRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError) || !['illegal_transition', 'forbidden'].includes(error.code))
      throw error;
  }
}

async function refundedMonths(shop: Shop, orderNo: string): Promise<number> {
  return (await shop.refunds(orderNo)).reduce((sum, { months }) => sum + (months ?? 0), 0);
}

async function act({ shop, orders }: World, index: number, action: Step): Promise<void> {
  const orderNo = orders[index % orders.length] ?? assert.fail('there is no order');
  const { deps, bank } = shop;
  const refundedBefore = await refundedMonths(shop, orderNo);
  const part = (caller = anna, months = 'months' in action ? action.months : 0) =>
    ignoreRefusal(refundMonths(deps, caller, orderNo, { months, refundedBefore, reason: 'Moves abroad.' }));
  const whole = () => ignoreRefusal(refundOrder(deps, bo, orderNo, 'All of it.', 'r'));
  switch (action.kind) {
    case 'months':
      return part();
    case 'months twice':
      return void (await Promise.all([part(anna), part(bo)]));
    case 'whole':
      return whole();
    case 'months and whole':
      return void (await Promise.all([part(), whole()]));
    case 'confirm':
    case 'reject': {
      const pending = await shop.store.read.refunds.pendingApproval((await shop.order(orderNo)).id);
      if (pending === undefined) return;
      if (action.kind === 'reject') return ignoreRefusal(rejectRefund(deps, anna, pending.id, 'No.'));
      await ignoreRefusal(confirmRefund(deps, anna, pending.id));
      return ignoreRefusal(confirmRefund(deps, bo, pending.id));
    }
    case 'run jobs':
      return void (await shop.drain());
    case 'refunds are':
      bank.refundPlan = action.plan;
      return;
    case 'bank is':
      bank.mode = action.mode;
      return;
    case 'month passes':
      return shop.clock.advance(31 * dayMs);
  }
}

async function finish({ shop, orders }: World): Promise<void> {
  shop.bank.mode = 'up';
  shop.bank.refundPlan = 'done';
  await shop.settle();
  for (const [refundNo, { report }] of shop.bank.refunds) {
    if (report.state === 'pending') await shop.notify(shop.bank.finishRefund(refundNo, 'done'));
  }
  await shop.settle();
  for (const orderNo of orders) {
    const failed = (await shop.refunds(orderNo)).some(({ state }) => state === 'failed');
    if (failed) await shop.refund(orderNo, anna);
  }
  await shop.settle();
}

/** Asserts that money and months agree. @returns the number of partial refunds and of refunds of whole orders. */
async function check({ shop, orders }: World): Promise<{ parts: number; wholes: number }> {
  await assertSound(shop);
  let parts = 0;
  let wholes = 0;
  let keptMinor = 0;
  let paidMinor = 0;
  for (const orderNo of orders) {
    const order = await shop.order(orderNo);
    const refunds = await shop.refunds(orderNo);
    assert.ok(refunds.every(({ state }) => state === 'done'));
    parts += refunds.filter(({ months }) => months !== null).length;
    wholes += refunds.filter(({ months }) => months === null).length;
    const grants = await shop.store.read.members.grantsOf(order.userId);
    const grant = grants.find(({ orderId }) => orderId === order.id);
    assert.ok(grant !== undefined, 'a paid membership has no months');
    const monthsKept = grant.revokedAt === null ? grant.months - grant.monthsRefunded : 0;
    keptMinor += monthsKept * vip.priceMinor;
    paidMinor += order.priceMinor;
  }
  const book = shop.bank.book().get('CNY');
  assert.equal(book?.takenMinor, paidMinor);
  assert.equal(paidMinor, keptMinor + book.returnedMinor);
  return { parts, wholes };
}

test('property: money in = money kept + money returned, and months given = months paid − months refunded', async () => {
  const seen = { parts: 0, wholes: 0 };
  const steps = fc.array(fc.tuple(fc.nat(9), step), { minLength: 4, maxLength: 25 });
  const limit = fc.constantFrom(null, 2 * vip.priceMinor, 6 * vip.priceMinor);
  const property = fc.asyncProperty(steps, limit, async (drawn, refundApprovalAboveMinor) => {
    await using shop = await openShop({ settings: { refundApprovalAboveMinor } });
    const first = await shop.placeVip(6);
    await shop.pay(first);
    // The same guest buys a second membership, whose months begin when the months of the first end.
    const second = await shop.placeVip(9, { kind: 'guest', userId: (await shop.order(first)).userId });
    await shop.pay(second);
    const world = { shop, orders: [first, second] };
    for (const [index, action] of drawn) await act(world, index, action);
    assert.deepEqual((await shop.audit()).problems, []);
    await finish(world);
    const { parts, wholes } = await check(world);
    seen.parts += parts;
    seen.wholes += wholes;
  });
  await fc.assert(property, { numRuns: Number(process.env.RANDOM_RUNS ?? 40) });
  assert.ok(seen.parts > 20 && seen.wholes > 5, JSON.stringify(seen));
});
