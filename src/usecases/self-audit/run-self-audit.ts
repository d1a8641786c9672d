/**
 * The self-audit. It replays every order's history and compares the result with the stored order. It checks that the
 * payments, refunds and membership grants of each order match its state, and that unfinished work has a job. For each
 * currency, the received money must equal revenue + finished refunds + settled refunds + open refunds.
 */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { MembershipGrant } from '../../domain/membership.ts';
import { monthsPriceMinor } from '../../domain/month-refunds.ts';
import { isPaid, type Order } from '../../domain/order.ts';
import { replayHistory } from '../../domain/order-state.ts';
import { isWholeRefund, type PaymentAttempt, type Refund } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { countOpenDifferences } from '../reconciliation/list-reconciliation.ts';
import { partialMinor } from '../refunds/request-refund.ts';
import { jobProblems, strayJobProblems } from './job-problems.ts';
import type { AuditedOrder } from './self-audit-store.ts';

/** The number of orders in a page. While a page is checked, other calls wait for a few milliseconds. */
const pageSize = 100;

export interface MoneySums {
  readonly currency: string;
  /** The amounts that the providers reported as paid. */
  receivedMinor: number;
  /** Revenue: the prices of paid orders whose refund is not requested, less their partial refunds. */
  keptMinor: number;
  /** The amounts of the finished refunds, without the settled ones. */
  returnedMinor: number;
  /** The amounts of the failed refunds that operators settled in another way. */
  settledMinor: number;
  /** The amounts of the open refunds: requested, pending or failed. */
  refundingMinor: number;
}

export interface AuditReport {
  readonly orders: number;
  readonly sums: readonly MoneySums[];
  /**
   * Each problem names an order, a job or a currency and what is wrong with it. Empty: the self-audit found no
   * problems.
   */
  readonly problems: readonly string[];
  /**
   * Differences to the providers' bills that wait for an operator. Such differences are not problems of the service's
   * own records.
   */
  readonly openDifferences: number;
}

export async function runSelfAudit({ store }: Pick<Deps, 'store'>): Promise<AuditReport> {
  const sums = new Map<string, MoneySums>();
  const problems: string[] = [];
  let orders = 0;
  let after = 0;
  for (;;) {
    const page = await store.read.selfAudit.page(after, pageSize);
    for (const audited of page) {
      problems.push(...problemsOf(audited));
      addUp(sums, audited);
    }
    orders += page.length;
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.order.id;
  }
  problems.push(...(await strayJobProblems(store)));
  for (const sum of sums.values()) {
    const { currency, receivedMinor, keptMinor, returnedMinor, settledMinor, refundingMinor } = sum;
    if (receivedMinor !== keptMinor + returnedMinor + settledMinor + refundingMinor) {
      problems.push(
        `${currency}: received ${receivedMinor} is not revenue ${keptMinor} + refunded ${returnedMinor} + settled ${settledMinor} + still to refund ${refundingMinor}`,
      );
    }
  }
  const openDifferences = await countOpenDifferences({ store });
  return { orders, sums: [...sums.values()], problems, openDifferences };
}

function addUp(sums: Map<string, MoneySums>, { order, attempts, refunds }: AuditedOrder): void {
  const sum = (currency: string): MoneySums => {
    const known = sums.get(currency);
    if (known !== undefined) return known;
    const fresh = {
      currency,
      receivedMinor: 0,
      keptMinor: 0,
      returnedMinor: 0,
      settledMinor: 0,
      refundingMinor: 0,
    };
    sums.set(currency, fresh);
    return fresh;
  };
  for (const attempt of attempts) {
    const surplus = refunds.find((refund) => refund.attemptId === attempt.id && refund.purpose === 'surplus');
    sum(surplus?.currency ?? attempt.currency).receivedMinor += attempt.receivedMinor ?? 0;
  }
  if (order.money.status === 'pay' && order.money.attemptId !== null) {
    sum(order.currency).keptMinor += order.priceMinor - partialMinor(refunds);
  }
  for (const refund of refunds) {
    const target = sum(refund.currency);
    if (refund.settledBy !== null) target.settledMinor += refund.amountMinor;
    else if (refund.state === 'done') target.returnedMinor += refund.amountMinor;
    else target.refundingMinor += refund.amountMinor;
  }
}

export function problemsOf(audited: AuditedOrder): string[] {
  const { order, attempts, refunds, grants } = audited;
  return [
    ...historyProblems(audited),
    ...paymentProblems(order, attempts, refunds),
    ...refundProblems(order, refunds),
    ...grantProblems(order, grants, refunds),
    ...jobProblems(audited),
  ].map((problem) => `${order.orderNo}: ${problem}`);
}

function historyProblems({ order, history }: AuditedOrder): string[] {
  try {
    const replayed = replayHistory(order, history);
    const isSame =
      JSON.stringify([replayed.money, replayed.deal, replayed.version]) ===
      JSON.stringify([order.money, order.deal, order.version]);
    return isSame ? [] : ['the replay of its history differs from the stored order'];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function paymentProblems(
  order: Order,
  attempts: readonly PaymentAttempt[],
  refunds: readonly Refund[],
): string[] {
  const problems: string[] = [];
  const won = attempts.filter((attempt) => attempt.state === 'won');
  const attemptId = 'attemptId' in order.money ? order.money.attemptId : null;
  const wonExpected = isPaid(order) && attemptId !== null ? 1 : 0;
  if (won.length !== wonExpected) problems.push(`${won.length} winning payments, expected ${wonExpected}`);
  if (wonExpected === 1 && won[0]?.id !== attemptId)
    problems.push('it is paid by another attempt than the stored order names');
  if (isPaid(order) && attemptId === null && order.priceMinor !== 0)
    problems.push('it is paid, but has a price and no payment');
  if (order.money.status === 'pay' && order.deal.status === 'fail' && attemptId !== null) {
    problems.push('its work failed, but no refund was requested');
  }
  for (const attempt of won) {
    if (attempt.receivedMinor !== order.priceMinor) problems.push('the amount received is not the price');
  }
  for (const attempt of attempts.filter(({ state }) => state === 'surplus')) {
    const back = refunds.filter((refund) => refund.attemptId === attempt.id && refund.purpose === 'surplus');
    const whole = back.length === 1 && back[0]?.amountMinor === attempt.receivedMinor;
    if (!whole)
      problems.push(`surplus payment ${attempt.paymentNo} is not refunded exactly once and in full`);
  }
  return problems;
}

function refundProblems(order: Order, refunds: readonly Refund[]): string[] {
  const own = refunds.filter(isWholeRefund);
  const partsMinor = partialMinor(refunds);
  const refunding = order.money.status === 'wait_refund' || order.money.status === 'refund';
  if (!refunding) return own.length === 0 ? [] : ['it has a refund, but its status shows none'];
  const [refund] = own;
  if (own.length !== 1 || refund === undefined) return [`${own.length} refunds, expected 1`];
  const problems: string[] = [];
  if (refund.amountMinor + partsMinor !== order.priceMinor) {
    problems.push('the amounts of its refunds are not the price');
  }
  if ((refund.state === 'done') !== (order.money.status === 'refund')) {
    problems.push(`its refund is ${refund.state}, but its status is ${order.money.status}`);
  }
  return problems;
}

function grantProblems(
  order: Order,
  grants: readonly MembershipGrant[],
  refunds: readonly Refund[],
): string[] {
  const wanted = findGoodKind(order.functName)?.work === 'membership' && isPaid(order) ? 1 : 0;
  if (grants.length !== wanted) return [`${grants.length} membership grants, expected ${wanted}`];
  const [grant] = grants;
  const monthsRefunded = refunds.reduce((sum, { months }) => sum + (months ?? 0), 0);
  if ((grant?.monthsRefunded ?? 0) !== monthsRefunded) {
    return [`${monthsRefunded} months are refunded, but ${grant?.monthsRefunded ?? 0} are taken back`];
  }
  if (grant === undefined) return [];
  const bought = grant.months;
  if (monthsPriceMinor(order.priceMinor, bought, 0, monthsRefunded) !== partialMinor(refunds)) {
    return ['its partial refunds are not the price of their months'];
  }
  // No refund can end the months of an order that cost nothing, so an operator may have ended them.
  if (order.priceMinor === 0) return [];
  const shouldBeRevoked = order.money.status !== 'pay';
  return (grant.revokedAt !== null) === shouldBeRevoked
    ? []
    : ['the membership grant is revoked without a refund, or active despite one'];
}
