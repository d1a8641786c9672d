/**
 * Compares the service's records with the books of a fake provider. A finding in `stuck` may disappear when the service
 * has had more time; all other findings are final.
 */

import { numberAtProvider } from '../../src/domain/payment-state.ts';
import type { OpenedStore } from '../../src/store/open-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import type { AuditedOrder } from '../../src/usecases/self-audit/self-audit-store.ts';
import type { Bank, BankPayment, BankRefund } from '../payments/banks/bank.ts';
import type { Deeds } from './buyer.ts';

export interface Comparison {
  readonly orders: number;
  /** The payments that customers made at the provider. */
  readonly payments: number;
  /** The refunds that the provider carried out. */
  readonly refunds: number;
  readonly takenMinor: number;
  readonly returnedMinor: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly stuck: readonly string[];
  readonly wrong: readonly string[];
  /** Orders with a refund that the provider refused, so that an operator must retry it. */
  readonly failedRefunds: readonly string[];
}

interface Findings {
  readonly lost: string[];
  readonly doubled: string[];
  readonly stuck: string[];
  readonly wrong: string[];
}

const pageSize = 500;

export type Books = Pick<Bank, 'payments' | 'refunds' | 'payable' | 'violations'>;

export async function compareBooks(
  opened: Pick<OpenedStore, 'store'>,
  bank: Books,
  deeds: Deeds,
): Promise<Comparison> {
  // The service continues to work while the books are compared. Its records are read first, so that the provider
  // knows every payment and refund in them.
  const audit = await runSelfAudit(opened);
  const all = await readAll(opened);
  const payments = bank.payments();
  const refunds = bank.refunds();
  const findings: Findings = {
    lost: [],
    doubled: [],
    stuck: [],
    wrong: [...deeds.unexpected, ...bank.violations(), ...audit.problems],
  };
  checkRequests(deeds, all, findings);
  checkAcknowledged(deeds, all, findings);
  const payable = new Set(bank.payable());
  for (const audited of all) checkOrder(audited, payable, findings);
  checkPayments(
    all,
    payments,
    Map.groupBy(refunds, ({ paymentNo }) => paymentNo),
    findings,
  );
  checkRefunds(all, refunds, findings);
  const amountOf = ({ amountMinor }: { readonly amountMinor: number }) => amountMinor;
  const done = refunds.filter(({ state }) => state === 'done');
  const [takenMinor, returnedMinor] = [sumOf(payments, amountOf), sumOf(done, amountOf)];
  const ours = audit.sums.reduce((sum, one) => sum + one.keptMinor + one.refundingMinor, 0);
  if (takenMinor - returnedMinor !== ours) {
    findings.stuck.push(`${takenMinor - returnedMinor} at the provider, ${ours} kept or still to refund`);
  }
  return {
    orders: all.length,
    payments: payments.length,
    refunds: done.length,
    takenMinor,
    returnedMinor,
    failedRefunds: all
      .filter((one) => one.refunds.some(({ state }) => state === 'failed'))
      .map(({ order }) => order.orderNo),
    ...findings,
  };
}

function sumOf<T>(items: readonly T[], amountIn: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amountIn(item), 0);
}

async function readAll({ store }: Pick<OpenedStore, 'store'>): Promise<AuditedOrder[]> {
  const all: AuditedOrder[] = [];
  for (;;) {
    const page = await store.read.selfAudit.page(all.at(-1)?.order.id ?? 0, pageSize);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

function checkRequests(
  { requests }: Deeds,
  all: readonly AuditedOrder[],
  { lost, doubled, wrong }: Findings,
): void {
  const bySerial = Map.groupBy(all, ({ order }) => order.fromUserId ?? 0);
  for (const { serial, keyed, orderNos } of requests.values()) {
    const found = bySerial.get(serial) ?? [];
    if (found.length > 1) doubled.push(`request ${serial} made ${found.length} orders`);
    if (orderNos.size > 1) doubled.push(`request ${serial} was answered ${[...orderNos].join(', ')}`);
    for (const orderNo of orderNos) {
      if (!found.some(({ order }) => order.orderNo === orderNo)) lost.push(`order ${orderNo}`);
    }
    if (keyed && orderNos.size === 0) wrong.push(`request ${serial} was never answered`);
  }
}

function checkAcknowledged(deeds: Deeds, all: readonly AuditedOrder[], { lost }: Findings): void {
  const statuses = new Map(all.map(({ order }) => [order.orderNo, order.money.status]));
  for (const orderNo of deeds.cancelled) {
    if (statuses.get(orderNo) !== 'cancal') lost.push(`the cancellation of ${orderNo}`);
  }
  for (const orderNo of deeds.refundsRequested) {
    const status = statuses.get(orderNo) ?? 'missing';
    if (!['wait_refund', 'refund'].includes(status)) lost.push(`the refund of ${orderNo}`);
  }
}

function checkOrder(
  { order, attempts, refunds, grants }: AuditedOrder,
  payable: ReadonlySet<string>,
  { doubled, stuck, wrong }: Findings,
): void {
  const { orderNo, money } = order;
  if (attempts.filter(({ state }) => state === 'won').length > 1) doubled.push(`${orderNo} is paid twice`);
  if (grants.length > 1) doubled.push(`${orderNo} gave its months ${grants.length} times`);
  const isGiven = grants.some(({ revokedAt }) => revokedAt === null);
  if (money.status === 'pay' && order.deal.status === 'done' && !isGiven)
    wrong.push(`${orderNo} gave no months`);
  if (money.status === 'pay' && order.deal.status !== 'done') stuck.push(`${orderNo} waits for its months`);
  if (money.status === 'refund' && isGiven) wrong.push(`${orderNo} is refunded and keeps its months`);
  if (money.status === 'cancal' && attempts.some((attempt) => payable.has(numberAtProvider(attempt)))) {
    stuck.push(`${orderNo} is cancelled and can be paid`);
  }
  for (const { refundNo, state } of refunds) {
    if (state !== 'done') stuck.push(`refund ${refundNo} of ${orderNo} is ${state}`);
  }
}

/** Checks that the money of each payment is kept for its order or returned, and not both. */
function checkPayments(
  all: readonly AuditedOrder[],
  payments: readonly BankPayment[],
  refundsOf: ReadonlyMap<string, readonly BankRefund[]>,
  { lost, doubled, stuck, wrong }: Findings,
): void {
  // A joint payment has an attempt of each of its orders.
  const known = Map.groupBy(
    all.flatMap(({ order, attempts }) => attempts.map((attempt) => ({ order, attempt }))),
    ({ attempt }) => numberAtProvider(attempt),
  );
  const made = new Set(payments.map(({ paymentNo }) => paymentNo));
  for (const { paymentNo, amountMinor } of payments) {
    const shares = known.get(paymentNo);
    const done = (refundsOf.get(paymentNo) ?? []).filter(({ state }) => state === 'done');
    const returned = sumOf(done, (refund) => refund.amountMinor);
    if (returned > amountMinor) doubled.push(`${paymentNo}: ${returned} returned of ${amountMinor}`);
    if (shares === undefined) {
      lost.push(`payment ${paymentNo} of ${amountMinor}`);
      continue;
    }
    const unrecorded = shares.find(({ attempt }) => attempt.receivedMinor === null);
    const received = sumOf(shares, ({ attempt }) => attempt.receivedMinor ?? 0);
    const kept = shares.filter(
      ({ order, attempt }) => attempt.state === 'won' && order.money.status === 'pay',
    );
    const toReturn = received - sumOf(kept, ({ attempt }) => attempt.receivedMinor ?? 0);
    if (unrecorded !== undefined) {
      const { order, attempt } = unrecorded;
      stuck.push(`payment ${paymentNo} of ${order.orderNo} is not recorded (${attempt.state})`);
    } else if (received !== amountMinor) {
      wrong.push(`${paymentNo}: provider ${amountMinor}, service ${received}`);
    } else if (returned > toReturn) {
      wrong.push(
        `${paymentNo}: ${returned} was returned, but ${amountMinor - toReturn} of ${amountMinor} is kept`,
      );
    } else if (returned < toReturn) {
      const states = shares.map(({ order, attempt }) => `${attempt.state}, order ${order.money.status}`);
      stuck.push(`${paymentNo} (${states.join('; ')}): ${returned} of ${toReturn} returned`);
    }
  }
  for (const [paymentNo, shares] of known) {
    for (const { order, attempt } of shares) {
      if (attempt.receivedMinor !== null && !made.has(paymentNo)) {
        wrong.push(`${paymentNo} of ${order.orderNo} has received money that the provider does not have`);
      }
    }
  }
}

function checkRefunds(
  all: readonly AuditedOrder[],
  refunds: readonly BankRefund[],
  { lost, doubled, stuck, wrong }: Findings,
): void {
  const atBank = Map.groupBy(refunds, ({ refundNo }) => refundNo);
  const ours = new Map(all.flatMap((one) => one.refunds.map((refund) => [refund.refundNo, refund])));
  for (const { refundNo, state, amountMinor } of ours.values()) {
    const done = (atBank.get(refundNo) ?? []).filter((one) => one.state === 'done');
    if (done.length > 1) doubled.push(`refund ${refundNo} was made ${done.length} times`);
    if (state === 'done' && done.length === 0) lost.push(`refund ${refundNo} is not done at the provider`);
    if (state !== 'done' && done.length > 0) stuck.push(`refund ${refundNo} is done at the provider`);
    if (done.some((one) => one.amountMinor !== amountMinor)) wrong.push(`refund ${refundNo}: another amount`);
  }
  for (const refundNo of atBank.keys()) {
    if (!ours.has(refundNo)) wrong.push(`refund ${refundNo} is unknown to the service`);
  }
}
