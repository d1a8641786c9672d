/**
 * Injects differences into the records of a shop, for each provider with its real adapter and its fake. The
 * reconciliation with the bills of the fake must find every injected difference and report no other.
 * `DIFFERENCE_SEEDS=200 node --test …` tries more shops; `SEED` repeats a run.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDay } from '../../src/domain/civil-day.ts';
import type { PaymentAttempt, Refund } from '../../src/domain/payment-state.ts';
import { fetchBillAgain } from '../../src/usecases/reconciliation/fetch-bill-again.ts';
import { refundMonths } from '../../src/usecases/refunds/refund-months.ts';
import { operator } from '../support/shop.ts';
import { type ShopOfProvider, shopsOfProviders } from './shops-of-providers.ts';

const seedsMax = Number(process.env.DIFFERENCE_SEEDS ?? 1);
const seed = Number(process.env.SEED ?? 20_261_122);
const dayMs = 24 * 60 * 60_000;
/** The number of days with payments. Differences are injected into the middle one, so that both neighbours have bills. */
const days = 3;

const injections = [
  'nothing',
  'the service lost a payment',
  'the service has another amount of a payment',
  'the service does not know that a payment was paid',
  'the service has a payment that was never made',
  'the service lost a refund',
  'the service has another amount of a refund',
  'the service holds a finished refund for failed',
  'the service has a refund that was never made',
] as const;
type Injection = (typeof injections)[number];

interface Plan {
  readonly months: readonly number[];
  readonly injected: readonly Injection[];
}

const plans: fc.Arbitrary<Plan> = fc.record({
  months: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 2 }),
  injected: fc.uniqueArray(fc.constantFrom(...injections), { minLength: 1, maxLength: 5 }),
});

interface Middle {
  readonly attempts: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
}

/** Pays and refunds orders on three days. @returns the payments and refunds of the middle day. */
async function trade(world: ShopOfProvider, { months }: Plan): Promise<Middle> {
  const { shop, pay } = world;
  let middle: Middle = { attempts: [], refunds: [] };
  for (let day = 0; day < days; day++) {
    const orders: string[] = [];
    // The last three orders are not refunded: injections change their payments.
    for (const num of [...months, 2, 2, 2]) {
      const orderNo = await shop.placeVip(num);
      await pay(orderNo);
      orders.push(orderNo);
    }
    if (world.takesJointPayments) await payTogether(world);
    await shop.drain();
    for (const [index, orderNo] of orders.slice(0, months.length).entries()) {
      if (index % 2 === 0) {
        const request = { months: 1, refundedBefore: 0, reason: 'Moves abroad.' };
        await refundMonths(shop.deps, operator, orderNo, request);
      }
      await shop.drain();
      await shop.refund(orderNo, operator);
      await shop.drain();
    }
    if (day === 1) {
      const attempts = (await Promise.all(orders.map((orderNo) => shop.attempts(orderNo)))).flat();
      const refunds = (await Promise.all(orders.map((orderNo) => shop.refunds(orderNo)))).flat();
      assert.ok(attempts.every(({ state }) => state === 'won'));
      middle = { attempts, refunds };
    }
    shop.clock.advance(dayMs);
    await shop.settle();
  }
  return middle;
}

/** Pays three orders by one payment, and refunds one of them. No difference is injected into this payment. */
async function payTogether({ shop, pay }: ShopOfProvider): Promise<void> {
  const returned = await shop.placeVip(1);
  await pay(returned, await shop.placeVip(1), await shop.placeVip(3));
  await shop.drain();
  await shop.refund(returned, operator);
  await shop.drain();
}

/** Changes the service's records directly in its database. @returns the difference that must be found; null: none. */
function inject({ sql }: ShopOfProvider, what: Injection, { attempts, refunds }: Middle): string | null {
  // Each injection changes another payment or refund, except the two that `withoutConflicts` keeps apart.
  const [refunded] = refunds;
  const [, lastRefund] = refunds;
  const [lost, changed, unpaid] = attempts.slice(-3);
  assert.ok(lost && changed && unpaid && refunded && lastRefund);
  const newNo = (no: string) => `${no.slice(0, -6)}ZZZZZZ`;
  switch (what) {
    case 'nothing':
      return null;
    case 'the service lost a payment':
      sql('delete from payment_attempts where id = ?', lost.id);
      return `${lost.paymentNo} unknown_to_us`;
    case 'the service has another amount of a payment':
      sql('update payment_attempts set received_minor = received_minor + 1 where id = ?', changed.id);
      return `${changed.paymentNo} amount`;
    case 'the service does not know that a payment was paid':
      sql(
        "update payment_attempts set state = 'closed', received_minor = null, received_at = null where id = ?",
        unpaid.id,
      );
      return `${unpaid.paymentNo} state`;
    case 'the service has a payment that was never made': {
      const { orderId, provider, channel, payerId, receivedAt, createdAt } = changed;
      const paymentNo = newNo(changed.paymentNo);
      sql(
        `insert into payment_attempts (order_id, payment_no, provider, channel, payer_id, amount_minor, currency, state,
          received_minor, received_at, created_at) values (?, ?, ?, ?, ?, 5, 'CNY', 'surplus', 5, ?, ?)`,
        ...[orderId, paymentNo, provider, channel, payerId, receivedAt, createdAt],
      );
      return `${paymentNo} unknown_to_provider`;
    }
    case 'the service lost a refund':
      sql('delete from refunds where id = ?', refunded.id);
      return `${refunded.refundNo} unknown_to_us`;
    case 'the service has another amount of a refund':
      sql('update refunds set amount_minor = amount_minor + 1 where id = ?', lastRefund.id);
      return `${lastRefund.refundNo} amount`;
    case 'the service holds a finished refund for failed':
      sql("update refunds set state = 'failed' where id = ?", lastRefund.id);
      return `${lastRefund.refundNo} state`;
    case 'the service has a refund that was never made': {
      const refundNo = newNo(lastRefund.refundNo);
      sql(
        `insert into refunds (refund_no, order_id, attempt_id, purpose, amount_minor, currency, reason, state, provider,
          requested_at, finished_at) values (?, ?, ?, 'surplus', 1, 'CNY', '', 'done', ?, ?, ?)`,
        ...[refundNo, changed.orderId, changed.id, lastRefund.provider],
        ...[lastRefund.requestedAt, lastRefund.finishedAt],
      );
      return `${refundNo} unknown_to_provider`;
    }
  }
}

async function openDifferences({ shop }: ShopOfProvider): Promise<string[]> {
  const found = await shop.store.read.reconciliation.differences('open', null, 1000);
  return found.map(({ number, type }) => `${number} ${type}`).sort();
}

/** Fetches every stored bill again, as an operator does. */
async function compareAgain({ shop }: ShopOfProvider, provider: string): Promise<void> {
  for (const day of await shop.store.read.reconciliation.storedDays(provider)) {
    await fetchBillAgain(shop.deps, operator, provider, formatDay(day));
  }
  await shop.drain();
}

/**
 * Whether a reconciliation with this provider can find the difference. Virtual payment has no bill: the service queries
 * the payments and refunds that it knows, so it cannot find one that its records have lost.
 */
function isFindable(provider: string, what: Injection): boolean {
  return provider !== 'wechat_virtual' || !what.startsWith('the service lost');
}

/**
 * Omits injections that cannot be found. Two injections change the same refund, one its amount and one its state: the
 * reconciliation then reports only the state, so the other is omitted.
 */
function withoutConflicts(provider: string, injected: readonly Injection[]): Injection[] {
  const isFailed = injected.includes('the service holds a finished refund for failed');
  return injected.filter(
    (what) =>
      isFindable(provider, what) && !(isFailed && what === 'the service has another amount of a refund'),
  );
}

for (const [provider, open] of Object.entries(shopsOfProviders)) {
  test(`every injected difference from the bills of ${provider} is found, and no other difference is reported`, async (t) => {
    const counts = { shops: 0, payments: 0, refunds: 0, injected: 0, found: 0, invented: 0 };
    const property = fc.asyncProperty(plans, async (plan) => {
      await using world = await open();
      const middle = await trade(world, plan);
      world.shop.clock.advance(3 * dayMs);
      await world.shop.settle();
      assert.deepEqual(await openDifferences(world), [], 'a difference before any is injected');
      const expected = withoutConflicts(provider, plan.injected).flatMap(
        (what) => inject(world, what, middle) ?? [],
      );
      await compareAgain(world, provider);
      const found = await openDifferences(world);
      counts.shops += 1;
      counts.payments += middle.attempts.length * days;
      counts.refunds += middle.refunds.length * days;
      counts.injected += expected.length;
      counts.found += found.filter((one) => expected.includes(one)).length;
      counts.invented += found.filter((one) => !expected.includes(one)).length;
      assert.deepEqual(found, expected.sort());
    });
    await fc.assert(property, { numRuns: seedsMax, seed });
    t.diagnostic(`${provider}, seed ${seed}: ${JSON.stringify(counts)}`);
    assert.equal(counts.found, counts.injected);
    assert.equal(counts.invented, 0);
    assert.ok(counts.injected >= seedsMax, 'too few differences were injected');
  });
}
