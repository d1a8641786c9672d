/**
 * Random schedules of customers, operators, the clock and a Stripe that fails: calls without effect or without answer,
 * notifications that are lost, repeated and late, refunds that fail after they succeeded. The real use cases run with
 * the real adapter and a fake of Stripe's API. In the end the sums of the service equal those of Stripe's books.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberAtProvider } from '../../../src/domain/payment-state.ts';
import { operator } from '../../support/shop.ts';
import {
  acts,
  anySteps,
  deliver,
  isOnItsWay,
  minuteMs,
  paymentNoOf,
  planRefunds,
  sessionsWith,
  type World,
} from './random-acts.ts';
import { openStripeShop } from './stripe-shop.ts';

/** Ends all faults, ends open payments and refunds, delivers all events, and retries failed refunds as an operator. */
async function finishAll(world: World): Promise<void> {
  const { shop, stripe, orders, events } = world;
  stripe.faults.length = 0;
  stripe.writeFaults.length = 0;
  shop.orderImages.plan = 'made';
  for (const session of sessionsWith(world, (one) => isOnItsWay(world, one))) {
    events.push(stripe.endSlowPayment(paymentNoOf(session), 'paid'));
  }
  // After a day, Stripe no longer repeats the stored responses with status 500.
  for (const days of [0, 1, 1, 1]) {
    shop.clock.advance(days * 24 * 60 * minuteMs);
    planRefunds('done')(world, 0);
    for (const refund of stripe.books.refunds.values()) {
      if (refund.status !== 'pending') continue;
      events.push(stripe.endRefund(refund.metadata.refund_no ?? '', 'succeeded'));
    }
    for (const event of events) await deliver(world, event, 1);
    await shop.settle();
    for (const orderNo of orders) {
      const hasFailed = (await shop.refunds(orderNo)).some(({ state }) => state === 'failed');
      if (hasFailed) await shop.refund(orderNo, operator, 'r');
    }
    await shop.settle();
  }
}

const finalStates = ['cancal/init', 'pay/done', 'refund/init', 'refund/done', 'refund/fail'];

async function assertFinished({ shop, stripe, orders }: World): Promise<void> {
  const { problems, sums } = await shop.audit();
  assert.deepEqual(problems, []);
  const ours = sums.filter(({ receivedMinor }) => receivedMinor > 0);
  for (const sum of ours) {
    assert.equal(sum.refundingMinor, 0);
    assert.equal(sum.receivedMinor, sum.keptMinor + sum.returnedMinor);
  }
  assert.deepEqual(
    new Map(
      ours.map((sum) => [sum.currency, { takenMinor: sum.receivedMinor, returnedMinor: sum.returnedMinor }]),
    ),
    stripe.books.book(),
  );
  for (const { id, amount_received } of stripe.books.intents.values()) {
    assert.ok(stripe.books.refundedAmount(id) <= amount_received, 'more is refunded than was paid');
  }
  for (const orderNo of orders) {
    const state = await shop.state(orderNo);
    assert.ok(finalStates.includes(state), `${orderNo} ends as ${state}`);
    for (const refund of await shop.refunds(orderNo)) assert.equal(refund.state, 'done');
    const attempts = await shop.attempts(orderNo);
    assert.ok(attempts.filter((one) => one.state === 'won').length <= 1, 'an order keeps two payments');
  }
  assert.deepEqual(stripe.violations, []);
}

/** Asserts that the money of each refund that is shown as done has left Stripe's account at least once. */
async function assertNoRefundIsDoneTooEarly({ shop, stripe, orders }: World): Promise<void> {
  for (const orderNo of orders) {
    for (const { refundNo, state } of await shop.refunds(orderNo)) {
      if (state !== 'done') continue;
      const tries = [...stripe.books.refunds.values()].filter(
        ({ metadata }) => metadata.refund_no === refundNo,
      );
      assert.ok(
        tries.some(({ movementId }) => movementId !== null),
        'a refund is done too early',
      );
    }
  }
}

async function assertNoClosedAttemptIsPayable(world: World): Promise<void> {
  const payable = new Set(sessionsWith(world, ({ status }) => status === 'open').map(paymentNoOf));
  for (const orderNo of world.orders) {
    for (const attempt of await world.shop.attempts(orderNo)) {
      const isPayable = payable.has(numberAtProvider(attempt));
      assert.ok(attempt.state !== 'closed' || !isPayable, 'a closed attempt can be paid at Stripe');
    }
  }
}

async function play(steps: readonly { name: string; index: number }[]): Promise<void> {
  await using opened = await openStripeShop();
  const world: World = { ...opened, orders: [], events: [] };
  for (const { name, index } of steps) {
    await acts[name]?.(world, index);
    if (index % 5 !== 0) continue;
    await assertNoRefundIsDoneTooEarly(world);
    await assertNoClosedAttemptIsPayable(world);
  }
  await finishAll(world);
  await assertFinished(world);
}

test('property: after any schedule of payments, failures, notifications and refunds, the sums of the service are those of Stripe’s books', async () => {
  const numRuns = Number(process.env.SCHEDULES ?? 24);
  const seed = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };
  await fc.assert(fc.asyncProperty(anySteps, play), { numRuns, ...seed, endOnFailure: false });
});
