/**
 * Settles a payment attempt according to the report of its provider. The verdict is a pure function of the order, the
 * attempt and the report. Its effects are written in one act. Call `applyPaymentReport`, which also closes the order's
 * other attempts.
 */

import type { Order } from '../../domain/order.ts';
import { nextAttemptState, type PaymentAttempt } from '../../domain/payment-state.ts';
import { type Act, causedBy } from '../act.ts';
import type { PaymentReport } from '../ports/payment-provider.ts';
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

export function judgePayment(order: Order, attempt: PaymentAttempt, report: PaymentReport): PaymentVerdict {
  switch (report.state) {
    case 'paid':
      if (attempt.state === 'won' || attempt.state === 'surplus') {
        return isSameMoney(attempt, report) ? 'no_change' : 'contradicted';
      }
      // A payment of 0 cannot pay the order, and there is nothing to refund.
      if (report.receivedMinor <= 0) return 'no_change';
      if (report.receivedMinor !== attempt.amountMinor || report.currency !== attempt.currency) {
        return 'wrong_amount';
      }
      if (order.money.status === 'wait_pay') return 'won';
      return order.money.status === 'cancal' ? 'late' : 'losing';
    case 'declined':
      return nextAttemptState(attempt.state, 'declined') === undefined ? 'no_change' : 'declined';
    case 'closed':
      return nextAttemptState(attempt.state, 'closed') === undefined ? 'no_change' : 'closed';
    case 'open':
    case 'unknown':
      return 'no_change';
  }
}

/**
 * Whether the report names the amount and currency that were reported before. The currency is not compared for a
 * surplus attempt, which does not store the received currency (its refund stores it).
 */
function isSameMoney(attempt: PaymentAttempt, { receivedMinor, currency }: PaidReport): boolean {
  const isSameCurrency = attempt.state === 'surplus' || currency === attempt.currency;
  return receivedMinor === attempt.receivedMinor && isSameCurrency;
}

export interface SettledPayment {
  readonly verdict: PaymentVerdict;
  /** The order before the report was applied; null for an unknown payment. */
  readonly order: Order | null;
  /** The order's other attempts. */
  readonly others: readonly PaymentAttempt[];
}

/**
 * @param provider the name of the provider that sent the report. A report about a payment of another provider changes
 * nothing. Null: the report is applied without this check.
 */
export async function settlePayment(
  act: Act,
  paymentNo: string,
  report: PaymentReport,
  provider: string | null,
): Promise<SettledPayment> {
  const { tx } = act;
  const known = await tx.payments.byNo(paymentNo);
  if (known === undefined || (provider !== null && known.provider !== provider)) {
    return { verdict: 'unknown_payment', order: null, others: [] };
  }
  const order = await tx.orders.lockById(known.orderId);
  // Read again: the attempt may have changed during the wait for the lock.
  const attempts = await tx.payments.ofOrder(known.orderId);
  const attempt = attempts.find(({ id }) => id === known.id);
  const others = attempts.filter(({ id }) => id !== known.id);
  if (order === undefined || attempt === undefined) throw new Error(`attempt ${paymentNo} has no order`);
  const verdict = judgePayment(order, attempt, report);
  switch (verdict) {
    case 'won':
      await takePayment(act, order, attempt, report);
      break;
    case 'late':
    case 'losing':
    case 'wrong_amount':
      await returnPayment(act, order, attempt, report, verdict);
      break;
    case 'declined':
    case 'closed':
      await tx.payments.save({ ...attempt, state: verdict }, attempt.state);
      tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
      break;
    case 'contradicted':
    case 'no_change':
    case 'unknown_payment':
      return { verdict, order, others };
  }
  // Remove the waiting `check_payment` job: the attempt is settled, so the job would do nothing. A job that is
  // already running is not removed, and ends without a change.
  await tx.jobs.cancel('check_payment', paymentNo);
  return { verdict, order, others };
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
