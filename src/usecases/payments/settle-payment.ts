/**
 * Applies what a provider says of a payment, whoever asked: a notify, a query or the answer to closing it.
 * The verdict is a pure function of order, attempt and standing; the effects follow it in one transaction.
 */

import type { Order } from '../../domain/order.ts';
import type { Actor } from '../../domain/order-events.ts';
import { nextAttemptState, type PaymentAttempt } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import type { PaymentStanding } from '../ports/payment-provider.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { returnSurplus } from '../refunds/request-refund.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { enqueueClosing } from './enqueue-closing.ts';
import { startWork } from './start-work.ts';

export type SettleVerdict =
  /** This money pays the order. */
  | 'won'
  /** The order is cancelled; the money goes back. */
  | 'late'
  /** Another attempt has paid; the money goes back. */
  | 'losing'
  /** Not the price, or another currency; the money goes back. */
  | 'wrong_amount'
  | 'declined'
  | 'closed'
  /** The provider says another amount than the one that was taken in; a person must ask it. */
  | 'contradicted'
  /** Known already, or nothing to act on. */
  | 'no_change'
  | 'unknown_payment';

type SettleDeps = Pick<Deps, 'clock' | 'random' | 'settings'>;

export function judgeStanding(
  order: Order,
  attempt: PaymentAttempt,
  standing: PaymentStanding,
): SettleVerdict {
  switch (standing.state) {
    case 'paid':
      if (attempt.state === 'won' || attempt.state === 'surplus') {
        return isSameMoney(attempt, standing) ? 'no_change' : 'contradicted';
      }
      // "Paid nothing" pays nothing and leaves nothing to give back.
      if (standing.receivedMinor <= 0) return 'no_change';
      if (standing.receivedMinor !== attempt.amountMinor || standing.currency !== attempt.currency) {
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

/** In which currency surplus money came is its refund's to say. */
function isSameMoney(
  attempt: PaymentAttempt,
  { receivedMinor, currency }: Extract<PaymentStanding, { state: 'paid' }>,
): boolean {
  const isCurrencySame = attempt.state === 'surplus' || currency === attempt.currency;
  return receivedMinor === attempt.receivedMinor && isCurrencySame;
}

/** Within the caller's transaction, so that a notify's record and its effect are one. */
export async function settlePayment(
  deps: SettleDeps,
  tx: StoreTransaction,
  paymentNo: string,
  standing: PaymentStanding,
  requestId: string | null,
): Promise<SettleVerdict> {
  const known = await tx.attemptByPaymentNo(paymentNo);
  if (known === undefined) return 'unknown_payment';
  const order = await tx.lockOrderById(known.orderId);
  // Read again: the state may have changed while we waited for the lock.
  const attempt = await tx.attemptByPaymentNo(paymentNo);
  if (order === undefined || attempt === undefined) throw new Error(`attempt ${paymentNo} has no order`);
  const verdict = judgeStanding(order, attempt, standing);
  switch (verdict) {
    case 'won':
      await takeMoney(deps, tx, order, attempt, standing, requestId);
      break;
    case 'late':
    case 'losing':
    case 'wrong_amount':
      await giveBack(deps, tx, order, attempt, standing, verdict, requestId);
      break;
    case 'declined':
    case 'closed':
      await tx.saveAttempt({ ...attempt, state: verdict }, attempt.state);
      tx.announce({ kind: 'order_changed', orderNo: order.orderNo });
      break;
    case 'contradicted':
    case 'no_change':
    case 'unknown_payment':
      break;
  }
  return verdict;
}

async function takeMoney(
  deps: SettleDeps,
  tx: StoreTransaction,
  order: Order,
  attempt: PaymentAttempt,
  standing: PaymentStanding,
  requestId: string | null,
): Promise<void> {
  const won = received(attempt, standing, 'won');
  await tx.saveAttempt(won, attempt.state);
  const actor: Actor = { kind: 'provider', name: attempt.provider };
  const at = deps.clock.now();
  const paid = await advanceOrder(
    deps,
    tx,
    order,
    { type: 'paid', at, attemptId: attempt.id },
    actor,
    requestId,
  );
  await startWork(deps, tx, paid, requestId);
  await enqueueClosing(deps, tx, order, requestId);
}

const surplusReasons = {
  late: 'The payment arrived after the order was cancelled.',
  losing: 'The order had been paid already.',
  wrong_amount: 'The amount received is not the price.',
} as const;

async function giveBack(
  deps: SettleDeps,
  tx: StoreTransaction,
  order: Order,
  attempt: PaymentAttempt,
  standing: PaymentStanding,
  verdict: keyof typeof surplusReasons,
  requestId: string | null,
): Promise<void> {
  const surplus = received(attempt, standing, 'surplus');
  await tx.saveAttempt(surplus, attempt.state);
  const currency = standing.state === 'paid' ? standing.currency : attempt.currency;
  await returnSurplus(deps, tx, order, surplus, currency, surplusReasons[verdict], requestId);
}

function received(
  attempt: PaymentAttempt,
  standing: PaymentStanding,
  state: 'won' | 'surplus',
): PaymentAttempt {
  if (standing.state !== 'paid') throw new Error(`payment ${attempt.paymentNo} is not paid`);
  return {
    ...attempt,
    state,
    providerRef: standing.providerRef,
    receivedMinor: standing.receivedMinor,
    receivedAt: standing.paidAt,
  };
}
