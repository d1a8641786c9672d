/**
 * Settles a payment according to the report of its provider: its attempt, or in a joint payment the attempts of all its
 * orders. The verdict on an attempt is a pure function of the order, the attempt and the report. Its effects are written
 * in one act. Call `applyPaymentReport`, which also closes the other attempts of paid orders.
 */

import type { Order } from '../../domain/order.ts';
import {
  amountAtProvider,
  nextAttemptState,
  type PaymentAttempt,
  sharesOf,
} from '../../domain/payment-state.ts';
import { type Act, causedBy } from '../act.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { refundSurplus } from '../refunds/request-refund.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { startWork } from './start-work.ts';

export type PaymentVerdict =
  /** This payment pays the order. */
  | 'won'
  /** The order is cancelled; the payment is refunded. */
  | 'late'
  /** Another attempt has paid; the payment is refunded. */
  | 'losing'
  /** The amount or the currency differs from the order; the payment is refunded. */
  | 'wrong_amount'
  | 'declined'
  | 'closed'
  /** The provider now reports another amount than before. An operator must clarify this with the provider. */
  | 'contradicted'
  /** The report is known already or requires no action. */
  | 'no_change'
  | 'unknown_payment';

type PaidReport = Extract<PaymentReport, { state: 'paid' }>;

/** @param shareMinor what the order gets of the received amount. */
export function judgePayment(
  order: Order,
  attempt: PaymentAttempt,
  report: PaymentReport,
  shareMinor: number,
): PaymentVerdict {
  switch (report.state) {
    case 'paid':
      if (attempt.state === 'won' || attempt.state === 'surplus') {
        return isSameMoney(attempt, report, shareMinor) ? 'no_change' : 'contradicted';
      }
      // A payment of 0 cannot pay the order, and there is nothing to refund.
      if (report.receivedMinor <= 0) return 'no_change';
      // A wrong amount can be too small to be divided among all orders of a joint payment.
      if (shareMinor <= 0) return verdictOfEnd(attempt, 'closed');
      if (!isWholeAmount(attempt, report)) return 'wrong_amount';
      if (order.money.status === 'wait_pay') return 'won';
      return order.money.status === 'cancal' ? 'late' : 'losing';
    case 'declined':
    case 'closed':
      return verdictOfEnd(attempt, report.state);
    case 'open':
    case 'unknown':
      return 'no_change';
  }
}

function verdictOfEnd({ state }: PaymentAttempt, end: 'declined' | 'closed'): PaymentVerdict {
  return nextAttemptState(state, end) === undefined ? 'no_change' : end;
}

function isWholeAmount(attempt: PaymentAttempt, { receivedMinor, currency }: PaidReport): boolean {
  return receivedMinor === amountAtProvider(attempt) && currency === attempt.currency;
}

/**
 * Whether the report names the amount and currency that were reported before. The currency is not compared for a
 * surplus attempt, which does not store the received currency (its refund stores it).
 */
function isSameMoney(attempt: PaymentAttempt, report: PaidReport, shareMinor: number): boolean {
  if (attempt.state === 'won') return isWholeAmount(attempt, report);
  return shareMinor === attempt.receivedMinor;
}

export interface SettledAttempt {
  readonly verdict: PaymentVerdict;
  /** The order before the report was applied. */
  readonly order: Order;
  /** The order's other attempts. */
  readonly others: readonly PaymentAttempt[];
}

/**
 * @param number the number of the payment at the provider.
 * @param provider the name of the provider that sent the report. A report about a payment of another provider changes
 * nothing. Null: the report is applied without this check.
 * @returns one result for each order of the payment; none for an unknown payment.
 */
export async function settlePayment(
  act: Act,
  number: string,
  report: PaymentReport,
  provider: string | null,
): Promise<SettledAttempt[]> {
  const { tx } = act;
  const known = await tx.payments.byNumberAtProvider(number);
  if (provider !== null && known.some((attempt) => attempt.provider !== provider)) return [];
  const orders = await lockOrders(tx, known);
  const shares = sharesOf(known, report.state === 'paid' ? report.receivedMinor : 0);
  const settled: SettledAttempt[] = [];
  for (const [index, { id, orderId }] of known.entries()) {
    const order = orders.get(orderId);
    // Read again: the attempt may have changed during the wait for the lock.
    const attempts = await tx.payments.ofOrder(orderId);
    const attempt = attempts.find((other) => other.id === id);
    if (order === undefined || attempt === undefined) throw new Error(`payment ${number} has no order`);
    const verdict = await settleAttempt(act, order, attempt, report, shares[index] ?? 0);
    settled.push({ verdict, order, others: attempts.filter((other) => other.id !== id) });
  }
  return settled;
}

/** Locks all orders before the first change, and always in the same sequence, so that no two calls wait for each other. */
export async function lockOrders(
  { orders }: Pick<StoreTransaction, 'orders'>,
  attempts: readonly Pick<PaymentAttempt, 'orderId'>[],
): Promise<Map<number, Order>> {
  const locked = new Map<number, Order>();
  for (const id of attempts.map(({ orderId }) => orderId).sort((a, b) => a - b)) {
    const order = await orders.lockById(id);
    if (order !== undefined) locked.set(id, order);
  }
  return locked;
}

async function settleAttempt(
  act: Act,
  order: Order,
  attempt: PaymentAttempt,
  report: PaymentReport,
  shareMinor: number,
): Promise<PaymentVerdict> {
  const { tx } = act;
  const verdict = judgePayment(order, attempt, report, shareMinor);
  const share = report.state === 'paid' ? { ...report, receivedMinor: shareMinor } : report;
  switch (verdict) {
    case 'won':
      await takePayment(act, order, attempt, share);
      break;
    case 'late':
    case 'losing':
    case 'wrong_amount':
      await returnPayment(act, order, attempt, share, verdict);
      break;
    case 'declined':
    case 'closed':
      await tx.payments.save({ ...attempt, state: verdict }, attempt.state);
      tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
      break;
    case 'contradicted':
    case 'no_change':
    case 'unknown_payment':
      return verdict;
  }
  // Remove the waiting `check_payment` job: the attempt is settled, so the job would do nothing. A job that is
  // already running is not removed, and ends without a change.
  await tx.jobs.cancel('check_payment', attempt.paymentNo);
  return verdict;
}

async function takePayment(
  act: Act,
  order: Order,
  attempt: PaymentAttempt,
  report: PaymentReport,
): Promise<void> {
  const byProvider = causedBy(act, { kind: 'provider', name: attempt.provider });
  await act.tx.payments.save(received(act, attempt, report, 'won'), attempt.state);
  const event = { type: 'paid', at: act.clock.now(), attemptId: attempt.id } as const;
  await startWork(act, await advanceOrder(byProvider, order, event));
}

const surplusReasons = {
  late: 'The payment arrived after the order was cancelled.',
  losing: 'The order had been paid already.',
  wrong_amount: 'The amount received is not the price.',
} as const;

async function returnPayment(
  act: Act,
  order: Order,
  attempt: PaymentAttempt,
  report: PaymentReport,
  verdict: keyof typeof surplusReasons,
): Promise<void> {
  const surplus = received(act, attempt, report, 'surplus');
  await act.tx.payments.save(surplus, attempt.state);
  const currency = report.state === 'paid' ? report.currency : attempt.currency;
  await refundSurplus(act, order, surplus, currency, surplusReasons[verdict]);
}

function received(
  { clock }: Act,
  attempt: PaymentAttempt,
  report: PaymentReport,
  state: 'won' | 'surplus',
): PaymentAttempt {
  if (report.state !== 'paid') throw new Error(`payment ${attempt.paymentNo} is not paid`);
  return {
    ...attempt,
    state,
    providerRef: report.providerRef,
    receivedMinor: report.receivedMinor,
    // If the provider does not say when the customer paid, the money counts from now on, like the order.
    receivedAt: report.paidAt ?? clock.now(),
  };
}
