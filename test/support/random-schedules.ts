/**
 * What the random schedules of the payment providers share: the actions of customers, operators and the clock, and the
 * assertions about every order after a schedule.
 */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../src/domain/errors.ts';
import type { Caller } from '../../src/usecases/callers/caller.ts';
import { refundMonths } from '../../src/usecases/refunds/refund-months.ts';
import { anonymous, operator, type Shop } from './shop.ts';

/** @returns undefined if there are no items. */
export function pick<T>(items: readonly T[], index: number): T | undefined {
  return items.at(index % Math.max(1, items.length));
}

/** @returns the last two to four orders. The payments of orders that a schedule left unpaid can meet each other. */
export function severalOf(orders: readonly string[], index: number): readonly string[] {
  return orders.slice(-2 - (index % 3));
}

/** Ignores the errors that a caller can cause, and rejects with every other error. */
export async function ignoreRefusal(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!['illegal_transition', 'payment_provider_failed'].includes(error.code)) throw error;
  }
}

const pausesMs: Readonly<Record<string, number>> = {
  'a second passes': 1000,
  'a minute passes': 60_000,
  'half an hour passes': 30 * 60_000,
  'a day passes': 24 * 60 * 60_000,
};

/**
 * Carries out an action that does not depend on the provider.
 * @param orderNo undefined while there is no order: the actions on orders then do nothing.
 * @param customer the caller who cancels orders and requests refunds.
 * @returns false if the action depends on the provider; nothing is then done.
 */
export async function actOnShop(
  { shop }: { readonly shop: Shop },
  action: string,
  orderNo: string | undefined,
  customer: () => Caller = () => anonymous,
): Promise<boolean> {
  const onOrder = async (work: (orderNo: string) => Promise<unknown>) => {
    if (orderNo !== undefined) await ignoreRefusal(work(orderNo));
    return true;
  };
  switch (action) {
    case 'cancel':
      return onOrder((no) => shop.service.cancelOrder(customer(), no, 'r'));
    case 'cancel as the operator':
      return onOrder((no) => shop.service.cancelOrder(operator, no, 'r'));
    case 'request a refund':
      return onOrder((no) => shop.refund(no, customer()));
    case 'refund as the operator':
      return onOrder((no) => shop.refund(no, operator));
    case 'refund months':
      return onOrder(async (no) => {
        const refunds = await shop.refunds(no);
        const refundedBefore = refunds.reduce((sum, { months }) => sum + (months ?? 0), 0);
        await refundMonths(shop.deps, operator, no, { months: 1, refundedBefore, reason: 'Moves abroad.' });
      });
    case 'run the due jobs':
      await shop.drain();
      return true;
    default: {
      const pauseMs = pausesMs[action];
      if (pauseMs !== undefined) shop.clock.advance(pauseMs);
      return pauseMs !== undefined;
    }
  }
}

interface ShopWithOrders {
  readonly shop: Shop;
  readonly orders: readonly string[];
}

/** Retries failed refunds as an operator. */
export async function retryFailedRefunds({ shop, orders }: ShopWithOrders): Promise<void> {
  for (const orderNo of orders) {
    const isFailed = (await shop.refunds(orderNo)).some(({ state }) => state === 'failed');
    if (isFailed) await shop.refund(orderNo, operator);
  }
}

const finalStates = ['cancal/init', 'pay/done', 'refund/init', 'refund/done', 'refund/fail'];

/** Whether every order, refund and attempt is final. */
export async function isSettled({ shop, orders }: ShopWithOrders): Promise<boolean> {
  for (const orderNo of orders) {
    if (!finalStates.includes(await shop.state(orderNo))) return false;
    if ((await shop.refunds(orderNo)).some(({ state }) => state !== 'done')) return false;
    const attempts = await shop.attempts(orderNo);
    if (attempts.some(({ state }) => state === 'open' || state === 'opening')) return false;
  }
  return true;
}

/** What customers paid and what was returned to them, by currency. Currencies without money are left out. */
export type Book = ReadonlyMap<string, { readonly takenMinor: number; readonly returnedMinor: number }>;

/**
 * Asserts that no order is paid twice, or paid and then neither delivered nor refunded: every order, refund and attempt
 * is final, the self-audit finds no problem, and no error was logged.
 * @returns the sums of the service, to be compared with the provider's book.
 */
export async function assertOrdersFinished({ shop, orders }: ShopWithOrders): Promise<Book> {
  const { problems, sums } = await shop.audit();
  assert.deepEqual(problems, []);
  for (const orderNo of orders) {
    const state = await shop.state(orderNo);
    assert.ok(finalStates.includes(state), `${orderNo} ends as ${state}`);
    for (const refund of await shop.refunds(orderNo)) assert.equal(refund.state, 'done', refund.purpose);
    const attempts = await shop.attempts(orderNo);
    const won = attempts.filter((attempt) => attempt.state === 'won').length;
    assert.ok(won <= 1, `${orderNo} is paid ${won} times`);
    for (const { state: attempt } of attempts) {
      assert.ok(attempt !== 'open' && attempt !== 'opening', `an attempt ends as ${attempt}`);
    }
  }
  const errors = shop.log.lines.filter(
    ({ level, message }) => level === 'error' && message !== 'job attempt',
  );
  assert.deepEqual(errors, []);
  const book = new Map<string, { takenMinor: number; returnedMinor: number }>();
  for (const { currency, receivedMinor, keptMinor, refundingMinor, returnedMinor } of sums) {
    assert.equal(refundingMinor, 0);
    assert.equal(receivedMinor, keptMinor + returnedMinor);
    if (receivedMinor > 0) book.set(currency, { takenMinor: receivedMinor, returnedMinor });
  }
  return book;
}

export async function countJointlyPaid({ shop, orders }: ShopWithOrders): Promise<number> {
  const attempts = await Promise.all(orders.map((orderNo) => shop.attempts(orderNo)));
  return attempts.filter((ofOrder) =>
    ofOrder.some((one) => one.jointNo !== null && one.receivedMinor !== null),
  ).length;
}

/** Counts of what happened in all schedules of a run. They are printed, so that a run without payments is noticed. */
export interface Totals {
  schedules: number;
  orders: number;
  payments: number;
  /** The orders for which a joint payment brought money. */
  jointlyPaid: number;
  refunds: number;
}

/**
 * Plays as many random schedules as the environment variable `SCHEDULES` says, 24 by default. `SEED`, which each run
 * prints, repeats a run.
 */
export async function playSchedules<Schedule>(
  t: TestContext,
  anySchedule: fc.Arbitrary<Schedule>,
  play: (schedule: Schedule, totals: Totals) => Promise<void>,
): Promise<void> {
  const numRuns = Number(process.env.SCHEDULES ?? 24);
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const totals: Totals = { schedules: 0, orders: 0, payments: 0, jointlyPaid: 0, refunds: 0 };
  await fc.assert(
    fc.asyncProperty(anySchedule, (schedule) => play(schedule, totals)),
    { numRuns, seed, endOnFailure: numRuns > 1000 },
  );
  t.diagnostic(`seed ${seed}: ${JSON.stringify(totals)}`);
}
