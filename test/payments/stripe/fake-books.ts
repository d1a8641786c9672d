/** The state of the fake Stripe account: its objects, and how payments, refunds and disputes change them. */

import type { Clock } from '../../../src/usecases/ports/tools.ts';

export interface FakeSession {
  readonly id: string;
  readonly created: number;
  readonly url: string;
  readonly expires_at: number;
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly intentMetadata: Readonly<Record<string, string>>;
  readonly name: string;
  readonly success_url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  intentId: string | null;
}

export interface FakeIntent {
  readonly id: string;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly amount: number;
  amount_received: number;
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  chargeId: string | null;
  error: string | null;
}

export interface FakeCharge {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface FakeRefund {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  status: RefundStatus;
  failure_reason: string | null;
  movementId: string | null;
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

export interface FakeMovement {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  readonly sourceId: string;
  readonly amount: number;
  readonly currency: string;
  readonly fee: number;
}

export interface FakeDispute {
  readonly id: string;
  readonly created: number;
  readonly intentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  status: string;
}

/** What happens to the refunds of a payment. */
export type RefundPlan = 'done' | 'pending' | 'failed';

export type FakeBooks = ReturnType<typeof createFakeBooks>;

export function createFakeBooks(clock: Clock) {
  let numbers = 0;
  const newId = (prefix: string) => `${prefix}_${String(++numbers).padStart(6, '0')}`;
  const seconds = () => Math.floor(clock.now() / 1000);
  const sessions = new Map<string, FakeSession>();
  const intents = new Map<string, FakeIntent>();
  const charges = new Map<string, FakeCharge>();
  const refunds = new Map<string, FakeRefund>();
  const movements = new Map<string, FakeMovement>();
  const disputes = new Map<string, FakeDispute>();
  const plans = new Map<string, RefundPlan>();
  /**
   * The currency of the account's balance, null: that of each payment; and the rate at which amounts are converted to
   * it.
   */
  const settlement: { currency: string | null; rate: number } = { currency: null, rate: 1 };

  /** Whether the account's balance is too small for refunds. */
  const account = { isEmpty: false };

  function addMovement(
    type: string,
    sourceId: string,
    amount: number,
    currency: string,
    fee: number,
  ): string {
    const rate = settlement.currency === null ? 1 : settlement.rate;
    const id = newId('txn');
    movements.set(id, {
      id,
      created: seconds(),
      type,
      sourceId,
      amount: Math.round(amount * rate),
      currency: settlement.currency ?? currency,
      fee: Math.round(fee * rate),
    });
    return id;
  }

  /**
   * Sets an open session whose time is over to `expired`. Stripe does so by itself; the fake does so when it uses a
   * session.
   */
  function fresh(session: FakeSession): FakeSession {
    if (session.status === 'open' && seconds() >= session.expires_at) session.status = 'expired';
    return session;
  }

  function openSession(session: FakeSession): FakeSession {
    if (fresh(session).status !== 'open') throw new Error(`session ${session.id} is ${session.status}`);
    return session;
  }

  /** The customer completes the checkout page. The money has not arrived: the payment is processing. */
  function complete(
    session: FakeSession,
    amount = session.amount_total,
    currency = session.currency,
  ): FakeIntent {
    openSession(session);
    const intent: FakeIntent = {
      id: newId('pi'),
      created: seconds(),
      metadata: session.intentMetadata,
      currency,
      amount,
      amount_received: 0,
      status: 'processing',
      chargeId: null,
      error: null,
    };
    intents.set(intent.id, intent);
    session.status = 'complete';
    session.intentId = intent.id;
    return intent;
  }

  function succeed(session: FakeSession): void {
    const intent = intents.get(session.intentId ?? '');
    if (intent?.status !== 'processing') throw new Error(`session ${session.id} has no payment on its way`);
    const { id: intentId, amount, currency, metadata } = intent;
    const charge = { id: newId('ch'), created: seconds(), intentId, amount, currency, metadata };
    charges.set(charge.id, charge);
    intent.status = 'succeeded';
    intent.amount_received = amount;
    intent.chargeId = charge.id;
    session.payment_status = 'paid';
    addMovement('charge', charge.id, amount, currency, 30);
  }

  function fail(session: FakeSession, message: string): void {
    const intent = intents.get(session.intentId ?? '');
    if (intent?.status !== 'processing') throw new Error(`session ${session.id} has no payment on its way`);
    intent.status = 'requires_payment_method';
    intent.error = message;
  }

  /** The sum of a payment's refunds that have succeeded or are pending. */
  function refundedAmount(intentId: string): number {
    return [...refunds.values()]
      .filter((refund) => refund.intentId === intentId && !['failed', 'canceled'].includes(refund.status))
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  function addRefund(
    intent: FakeIntent,
    amount: number,
    metadata: Readonly<Record<string, string>>,
  ): FakeRefund {
    const { id: intentId, currency } = intent;
    const refund: FakeRefund = {
      id: newId('re'),
      created: seconds(),
      intentId,
      amount,
      currency,
      metadata,
      status: 'pending',
      failure_reason: null,
      movementId: null,
    };
    refunds.set(refund.id, refund);
    const plan = plans.get(intentId) ?? 'done';
    if (plan === 'done') endRefund(refund, 'succeeded');
    if (plan === 'failed') {
      endRefund(refund, 'failed', 'expired_or_canceled_card');
      // Only the first refund of this payment fails. A retry succeeds.
      plans.set(intentId, 'done');
    }
    return refund;
  }

  function endRefund(refund: FakeRefund, status: RefundStatus, reason: string | null = null): void {
    if (status === 'succeeded') {
      refund.movementId = addMovement('refund', refund.id, -refund.amount, refund.currency, 0);
    } else if (refund.status === 'succeeded') {
      addMovement('refund_failure', refund.id, refund.amount, refund.currency, 0);
    }
    refund.status = status;
    refund.failure_reason = reason;
  }

  function addDispute(intent: FakeIntent, reason: string): FakeDispute {
    const { id: intentId, amount, currency } = intent;
    const id = newId('du');
    const dispute = { id, created: seconds(), intentId, amount, currency, reason, status: 'needs_response' };
    disputes.set(id, dispute);
    return dispute;
  }

  return {
    newId,
    seconds,
    sessions,
    intents,
    charges,
    refunds,
    movements,
    disputes,
    plans,
    settlement,
    account,
    addMovement,
    fresh,
    openSession,
    complete,
    succeed,
    fail,
    refundedAmount,
    addRefund,
    endRefund,
    addDispute,
    /** What customers paid and got back, by currency, in Stripe's amounts. */
    book(): Map<string, { takenMinor: number; returnedMinor: number }> {
      const sums = new Map<string, { takenMinor: number; returnedMinor: number }>();
      for (const { currency, amount_received } of intents.values()) {
        if (amount_received === 0) continue;
        const sum = sums.get(currency.toUpperCase()) ?? { takenMinor: 0, returnedMinor: 0 };
        sum.takenMinor += amount_received;
        sums.set(currency.toUpperCase(), sum);
      }
      for (const { currency, amount, status } of refunds.values()) {
        const sum = sums.get(currency.toUpperCase());
        if (sum !== undefined && status === 'succeeded') sum.returnedMinor += amount;
      }
      return sums;
    },
  };
}
