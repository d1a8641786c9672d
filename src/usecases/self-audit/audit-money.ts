/**
 * The self-audit: every order's history folds to its row, every payment and refund belongs to exactly the
 * order that it should, what is owed to a customer has a job, and money in = money kept + money returned + money
 * on its way back.
 */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { MembershipGrant } from '../../domain/membership.ts';
import { isPaid, type Order } from '../../domain/order.ts';
import { replayHistory } from '../../domain/order-state.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { jobProblems, jobsForNothing } from './audit-jobs.ts';
import type { AuditedOrder } from './self-audit-store.ts';

const pageSize = 500;

export interface MoneySums {
  readonly currency: string;
  /** What the providers say that they received for us. */
  receivedMinor: number;
  /** Prices of orders that are paid and not being refunded. */
  keptMinor: number;
  returnedMinor: number;
  /** Refunds that are requested, pending or failed: owed, and not yet back. */
  owedMinor: number;
}

export interface AuditReport {
  readonly orders: number;
  readonly sums: readonly MoneySums[];
  /** Empty when everything holds. Each names an order, a job or a currency, and what is wrong with it. */
  readonly problems: readonly string[];
}

export async function auditMoney({ store }: Pick<Deps, 'store'>): Promise<AuditReport> {
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
  problems.push(...(await jobsForNothing(store)));
  for (const sum of sums.values()) {
    if (sum.receivedMinor !== sum.keptMinor + sum.returnedMinor + sum.owedMinor) {
      problems.push(`${sum.currency}: received ${sum.receivedMinor} is not what was kept, returned and owed`);
    }
  }
  return { orders, sums: [...sums.values()], problems };
}

function addUp(sums: Map<string, MoneySums>, { order, attempts, refunds }: AuditedOrder): void {
  const sum = (currency: string): MoneySums => {
    const known = sums.get(currency);
    if (known !== undefined) return known;
    const fresh = { currency, receivedMinor: 0, keptMinor: 0, returnedMinor: 0, owedMinor: 0 };
    sums.set(currency, fresh);
    return fresh;
  };
  for (const attempt of attempts) {
    const surplus = refunds.find((refund) => refund.attemptId === attempt.id && refund.purpose === 'surplus');
    sum(surplus?.currency ?? attempt.currency).receivedMinor += attempt.receivedMinor ?? 0;
  }
  if (order.money.status === 'pay' && order.money.attemptId !== null) {
    sum(order.currency).keptMinor += order.priceMinor;
  }
  for (const refund of refunds) {
    const target = sum(refund.currency);
    if (refund.state === 'done') target.returnedMinor += refund.amountMinor;
    else target.owedMinor += refund.amountMinor;
  }
}

export function problemsOf(audited: AuditedOrder): string[] {
  const { order, attempts, refunds, grants } = audited;
  return [
    ...historyProblems(audited),
    ...paymentProblems(order, attempts, refunds),
    ...refundProblems(order, refunds),
    ...grantProblems(order, grants),
    ...jobProblems(audited),
  ].map((problem) => `${order.orderNo}: ${problem}`);
}

function historyProblems({ order, history }: AuditedOrder): string[] {
  try {
    const folded = replayHistory(order, history);
    const same =
      JSON.stringify([folded.money, folded.deal, folded.version]) ===
      JSON.stringify([order.money, order.deal, order.version]);
    return same ? [] : ['its history does not fold to its row'];
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
  if (won.length !== wonExpected) problems.push(`${won.length} payments won, expected ${wonExpected}`);
  if (wonExpected === 1 && won[0]?.id !== attemptId) problems.push('paid by another attempt than it says');
  if (isPaid(order) && attemptId === null && order.priceMinor !== 0) problems.push('paid without a payment');
  if (order.money.status === 'pay' && order.deal.status === 'fail' && attemptId !== null) {
    problems.push('its work failed and its money is kept');
  }
  for (const attempt of won) {
    if (attempt.receivedMinor !== order.priceMinor) problems.push('received is not the price');
  }
  for (const attempt of attempts.filter(({ state }) => state === 'surplus')) {
    const back = refunds.filter((refund) => refund.attemptId === attempt.id && refund.purpose === 'surplus');
    const whole = back.length === 1 && back[0]?.amountMinor === attempt.receivedMinor;
    if (!whole) problems.push(`surplus money of ${attempt.paymentNo} does not go back once and whole`);
  }
  return problems;
}

function refundProblems(order: Order, refunds: readonly Refund[]): string[] {
  const own = refunds.filter((refund) => refund.purpose === 'order');
  const refunding = order.money.status === 'wait_refund' || order.money.status === 'refund';
  if (!refunding) return own.length === 0 ? [] : ['a refund exists that the order does not show'];
  const [refund] = own;
  if (own.length !== 1 || refund === undefined) return [`${own.length} refunds, expected 1`];
  const problems: string[] = [];
  if (refund.amountMinor !== order.priceMinor) problems.push('the refund is not the price');
  if ((refund.state === 'done') !== (order.money.status === 'refund')) {
    problems.push(`the refund is ${refund.state}, the order ${order.money.status}`);
  }
  return problems;
}

function grantProblems(order: Order, grants: readonly MembershipGrant[]): string[] {
  const wanted = findGoodKind(order.functName)?.work === 'membership' && isPaid(order) ? 1 : 0;
  if (grants.length !== wanted) return [`${grants.length} membership grants, expected ${wanted}`];
  const [grant] = grants;
  if (grant === undefined) return [];
  const withdrawn = order.money.status !== 'pay';
  return (grant.revokedAt !== null) === withdrawn ? [] : ['membership and refund do not agree'];
}
