/**
 * A payment provider with a bank in memory. Tests act as the customers of the bank: money moves only when a test calls
 * a function. Each function returns the payment notification, which the test delivers, repeats, reorders or drops.
 * Requests that a bank would refuse are recorded as violations.
 */

import type { Instant } from '../../src/domain/zoned-time.ts';
import {
  type NotifyVerdict,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentStanding,
  ProviderUnreachable,
  type RawNotify,
  type RefundRequest,
  type RefundStanding,
} from '../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../src/usecases/ports/tools.ts';

interface BankPayment {
  readonly request: PaymentRequest;
  standing: PaymentStanding;
}

interface BankRefund {
  readonly request: RefundRequest;
  standing: RefundStanding;
}

export interface FakeProvider extends PaymentProvider {
  readonly payments: ReadonlyMap<string, BankPayment>;
  readonly refunds: ReadonlyMap<string, BankRefund>;
  /** Requests that a real bank would refuse: refunds above the payment, another currency, repeats with changes. */
  readonly violations: readonly string[];
  /** The names of the called operations, in order. */
  readonly calls: readonly string[];
  /** `down`: calls do not reach the bank. `mute`: calls reach the bank, and its responses are lost. */
  mode: 'up' | 'down' | 'mute';
  /** The state of every refund from now on. */
  refundPlan: 'done' | 'pending' | 'failed';
  /** The customer pays. With `late`, the customer can pay a payment that the bank has closed. */
  pay(paymentNo: string, paid?: { amountMinor?: number; currency?: string; late?: boolean }): RawNotify;
  decline(paymentNo: string): RawNotify;
  finishRefund(refundNo: string, end: 'done' | 'failed'): RawNotify;
  /** A finished refund fails afterwards, as when the customer's account is closed. */
  bounceRefund(refundNo: string): RawNotify;
  /** The sums of all payments and refunds by currency. */
  book(): Map<string, { takenMinor: number; returnedMinor: number }>;
}

export function notifyOf(verdict: NotifyVerdict): RawNotify {
  return { headers: { 'x-signature': 'genuine' }, body: Buffer.from(JSON.stringify(verdict)) };
}

export function fakeProvider(clock: Clock, name = 'sandbox', channels = ['checkout', 'app']): FakeProvider {
  const payments = new Map<string, BankPayment>();
  const refunds = new Map<string, BankRefund>();
  const violations: string[] = [];
  const calls: string[] = [];
  let events = 0;

  async function call<T>(what: string, work: () => T): Promise<T> {
    calls.push(what);
    if (provider.mode === 'down') throw new ProviderUnreachable('the bank is down');
    const answer = work();
    if (provider.mode === 'mute') throw new ProviderUnreachable('the bank’s answer was lost');
    return answer;
  }

  function paymentOf(paymentNo: string): BankPayment {
    const payment = payments.get(paymentNo);
    if (payment === undefined) throw new Error(`the bank has no payment ${paymentNo}`);
    return payment;
  }

  function paymentNotify(paymentNo: string): RawNotify {
    const { standing } = paymentOf(paymentNo);
    return notifyOf({ kind: 'payment', eventId: `${name}-${++events}`, paymentNo, standing });
  }

  function startRefund(request: RefundRequest): RefundStanding {
    const known = refunds.get(request.refundNo);
    const changed = known !== undefined && JSON.stringify(known.request) !== JSON.stringify(request);
    if (changed) violations.push(`refund ${request.refundNo} was repeated with changes`);
    if (known !== undefined && known.standing.state !== 'failed') return known.standing;
    const paid = payments.get(request.paymentNo)?.standing;
    const goingBack = [...refunds.values()]
      .filter(
        (refund) => refund.request.paymentNo === request.paymentNo && refund.standing.state !== 'failed',
      )
      .reduce((sum, refund) => sum + refund.request.amountMinor, request.amountMinor);
    if (paid?.state !== 'paid' || paid.currency !== request.currency || goingBack > paid.receivedMinor) {
      violations.push(`refund ${request.refundNo} of ${request.amountMinor} ${request.currency}`);
    }
    const standing = refundStanding(request.refundNo, provider.refundPlan);
    refunds.set(request.refundNo, { request, standing });
    return standing;
  }

  function moveRefund(refundNo: string, from: 'pending' | 'done', to: 'done' | 'failed'): RawNotify {
    const refund = refunds.get(refundNo);
    if (refund?.standing.state !== from) throw new Error(`refund ${refundNo} is not ${from}`);
    refund.standing = refundStanding(refundNo, to);
    return notifyOf({ kind: 'refund', eventId: `${name}-${++events}`, refundNo, standing: refund.standing });
  }

  const provider: FakeProvider = {
    name,
    channels,
    payments,
    refunds,
    violations,
    calls,
    mode: 'up',
    refundPlan: 'done',
    open: (request) =>
      call('open', () => {
        const known = payments.get(request.paymentNo);
        if (known === undefined) payments.set(request.paymentNo, { request, standing: { state: 'open' } });
        else if (JSON.stringify(known.request) !== JSON.stringify(request)) {
          violations.push(`payment ${request.paymentNo} was repeated with changes`);
        }
        return { clientData: { url: `https://bank.test/${request.paymentNo}` }, providerRef: null };
      }),
    query: (paymentNo) => call('query', () => payments.get(paymentNo)?.standing ?? { state: 'unknown' }),
    close: (paymentNo) =>
      call('close', () => {
        const payment = payments.get(paymentNo);
        if (payment === undefined) return { state: 'unknown' };
        if (payment.standing.state !== 'paid') payment.standing = { state: 'closed' };
        return payment.standing;
      }),
    refund: (request) => call('refund', () => startRefund(request)),
    queryRefund: (refundNo) =>
      call('queryRefund', () => {
        const refund = refunds.get(refundNo);
        if (refund === undefined) throw new Error(`the bank has no refund ${refundNo}`);
        return refund.standing;
      }),
    async judgeNotify({ headers, body }) {
      if (headers['x-signature'] !== 'genuine') return { kind: 'forged', why: 'the signature is wrong' };
      return JSON.parse(Buffer.from(body).toString()) as NotifyVerdict;
    },
    answerNotify: (accepted) => ({
      status: accepted ? 200 : 400,
      contentType: 'text/plain',
      body: accepted ? 'success' : 'failure',
    }),
    pay(paymentNo, { amountMinor, currency, late = false } = {}) {
      const payment = paymentOf(paymentNo);
      if (payment.standing.state === 'paid' || (payment.standing.state === 'closed' && !late)) {
        throw new Error(`payment ${paymentNo} is ${payment.standing.state}`);
      }
      payment.standing = {
        state: 'paid',
        receivedMinor: amountMinor ?? payment.request.amountMinor,
        currency: currency ?? payment.request.currency,
        providerRef: `bank-${paymentNo}`,
        paidAt: clock.now() satisfies Instant,
      };
      return paymentNotify(paymentNo);
    },
    decline(paymentNo) {
      const payment = paymentOf(paymentNo);
      if (payment.standing.state !== 'open') throw new Error(`payment ${paymentNo} is not open`);
      payment.standing = { state: 'declined', reason: 'not enough money' };
      return paymentNotify(paymentNo);
    },
    finishRefund(refundNo, end) {
      return moveRefund(refundNo, 'pending', end);
    },
    bounceRefund(refundNo) {
      return moveRefund(refundNo, 'done', 'failed');
    },
    book() {
      const sums = new Map<string, { takenMinor: number; returnedMinor: number }>();
      for (const { standing } of payments.values()) {
        if (standing.state !== 'paid') continue;
        const sum = sums.get(standing.currency) ?? { takenMinor: 0, returnedMinor: 0 };
        sum.takenMinor += standing.receivedMinor;
        sums.set(standing.currency, sum);
      }
      for (const { request, standing } of refunds.values()) {
        const sum = sums.get(request.currency);
        if (sum !== undefined && standing.state === 'done') sum.returnedMinor += request.amountMinor;
      }
      return sums;
    },
  };
  return provider;
}

function refundStanding(refundNo: string, plan: FakeProvider['refundPlan']): RefundStanding {
  const providerRefundId = `bank-${refundNo}`;
  return plan === 'failed'
    ? { state: 'failed', reason: 'the account is empty', providerRefundId }
    : { state: plan, providerRefundId };
}
