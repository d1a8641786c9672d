/**
 * A payment provider with a bank in memory. Tests act as the customers of the bank: money moves only when a test calls
 * a function. Each function returns the payment notification, which the test delivers, repeats, reorders or drops.
 * Requests that a bank would refuse are recorded as violations.
 */

import type { DayNumber } from '../../src/domain/civil-day.ts';
import type { RefundFailureCode } from '../../src/domain/refund-failures.ts';
import { type Instant, timeZone } from '../../src/domain/zoned-time.ts';
import {
  type PaymentProvider,
  type PaymentReport,
  type PaymentRequest,
  ProviderUnreachable,
  type RawNotification,
  type ReceivedNotification,
  type RefundReport,
  type RefundRequest,
} from '../../src/usecases/ports/payment-provider.ts';
import type { BillRow } from '../../src/usecases/ports/provider-bill.ts';
import type { Clock } from '../../src/usecases/ports/tools.ts';

interface BankPayment {
  readonly request: PaymentRequest;
  report: PaymentReport;
}

interface BankRefund {
  readonly request: RefundRequest;
  report: RefundReport;
}

export interface FakeProvider extends PaymentProvider {
  readonly payments: ReadonlyMap<string, BankPayment>;
  readonly refunds: ReadonlyMap<string, BankRefund>;
  /** The rows of each day's bill. A test fills them in; other days have no bill yet. */
  readonly bills: Map<DayNumber, readonly BillRow[]>;
  /** Requests that a real bank would refuse: refunds above the payment, another currency, repeats with changes. */
  readonly violations: readonly string[];
  /**
   * The optional function of `PaymentProvider`, which a test may set: how long a customer can pay with the client data.
   */
  clientDataMs?: (channel: string) => number;
  /** The names of the called operations, in order, without `fetchBill`. */
  readonly calls: readonly string[];
  /** `down`: calls do not reach the bank. `mute`: calls reach the bank, and its responses are lost. */
  mode: 'up' | 'down' | 'mute';
  /** The state that later refunds get. */
  refundPlan: 'done' | 'pending' | 'failed';
  /** The failure code of refunds that fail because `refundPlan` is `failed`. */
  refundFailure: RefundFailureCode;
  /**
   * Acts as the customer who pays. With `late`, the customer pays even if the bank has closed the payment.
   */
  pay(paymentNo: string, paid?: { amountMinor?: number; currency?: string; late?: boolean }): RawNotification;
  decline(paymentNo: string): RawNotification;
  finishRefund(refundNo: string, end: 'done' | 'failed'): RawNotification;
  /** The bank drops a pending refund and then knows no refund with this number. */
  dropRefund(refundNo: string): void;
  /** Makes a finished refund fail afterwards, as if the customer's account were closed. */
  bounceRefund(refundNo: string): RawNotification;
  /** The sums of all payments and refunds by currency. */
  book(): Map<string, { takenMinor: number; returnedMinor: number }>;
}

export function notifyOf(verdict: ReceivedNotification): RawNotification {
  const body = Buffer.from(JSON.stringify(verdict));
  return { method: 'POST', headers: { 'x-signature': 'genuine' }, query: {}, body };
}

export function fakeProvider(clock: Clock, name = 'sandbox', channels = ['checkout', 'app']): FakeProvider {
  const payments = new Map<string, BankPayment>();
  const refunds = new Map<string, BankRefund>();
  const bills = new Map<DayNumber, readonly BillRow[]>();
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

  function paymentNotify(paymentNo: string): RawNotification {
    const { report } = paymentOf(paymentNo);
    return notifyOf({ kind: 'payment', eventId: `${name}-${++events}`, paymentNo, report });
  }

  function startRefund(request: RefundRequest): RefundReport {
    const known = refunds.get(request.refundNo);
    const changed = known !== undefined && !isSameRefund(known.request, request);
    if (changed) violations.push(`refund ${request.refundNo} was repeated with changes`);
    if (known !== undefined && known.report.state !== 'failed') return known.report;
    const paid = payments.get(request.payment.paymentNo)?.report;
    const goingBack = [...refunds.values()]
      .filter(
        (refund) =>
          refund.request.payment.paymentNo === request.payment.paymentNo && refund.report.state !== 'failed',
      )
      .reduce((sum, refund) => sum + refund.request.amountMinor, request.amountMinor);
    if (paid?.state !== 'paid' || paid.currency !== request.currency || goingBack > paid.receivedMinor) {
      violations.push(`refund ${request.refundNo} of ${request.amountMinor} ${request.currency}`);
    }
    const report = refundStanding(request.refundNo, provider.refundPlan, provider.refundFailure);
    refunds.set(request.refundNo, { request, report });
    return report;
  }

  function moveRefund(refundNo: string, from: 'pending' | 'done', to: 'done' | 'failed'): RawNotification {
    const refund = refunds.get(refundNo);
    if (refund?.report.state !== from) throw new Error(`refund ${refundNo} is not ${from}`);
    refund.report = refundStanding(refundNo, to);
    return notifyOf({ kind: 'refund', eventId: `${name}-${++events}`, refundNo, report: refund.report });
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
    refundFailure: 'insufficient_balance',
    open: (request) =>
      call('open', () => {
        const known = payments.get(request.paymentNo);
        if (known === undefined) payments.set(request.paymentNo, { request, report: { state: 'open' } });
        else if (JSON.stringify(known.request) !== JSON.stringify(request)) {
          violations.push(`payment ${request.paymentNo} was repeated with changes`);
        }
        return { clientData: { url: `https://bank.test/${request.paymentNo}` }, providerRef: null };
      }),
    needsPayer: () => false,
    query: ({ paymentNo }) => call('query', () => payments.get(paymentNo)?.report ?? { state: 'unknown' }),
    close: ({ paymentNo }) =>
      call('close', () => {
        const payment = payments.get(paymentNo);
        if (payment === undefined) return { state: 'unknown' };
        if (payment.report.state !== 'paid') payment.report = { state: 'closed' };
        return payment.report;
      }),
    refund: (request) => call('refund', () => startRefund(request)),
    queryRefund: ({ refundNo }) =>
      call('queryRefund', () => refunds.get(refundNo)?.report ?? { state: 'unknown' }),
    async verifyNotification({ method, query, headers, body }) {
      if (method === 'GET' && query.signature === 'genuine') {
        const answer = { status: 200, contentType: 'text/plain', body: query.echostr ?? '' };
        return { kind: 'address_check', answer };
      }
      if (headers['x-signature'] !== 'genuine')
        return { kind: 'forged', code: 'signature', why: 'the signature is wrong' };
      return JSON.parse(Buffer.from(body).toString()) as ReceivedNotification;
    },
    answerNotification: (accepted) => ({
      status: accepted ? 200 : 400,
      contentType: 'text/plain',
      body: accepted ? 'success' : 'failure',
    }),
    billZone: timeZone('UTC'),
    bills,
    async fetchBill(day) {
      if (provider.mode !== 'up') throw new ProviderUnreachable('the bank is down');
      const rows = bills.get(day);
      return rows === undefined ? { state: 'not_ready' } : { state: 'ready', rows };
    },
    checkAccess: () => call('checkAccess', () => {}),
    pay(paymentNo, { amountMinor, currency, late = false } = {}) {
      const payment = paymentOf(paymentNo);
      if (payment.report.state === 'paid' || (payment.report.state === 'closed' && !late)) {
        throw new Error(`payment ${paymentNo} is ${payment.report.state}`);
      }
      payment.report = {
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
      if (payment.report.state !== 'open') throw new Error(`payment ${paymentNo} is not open`);
      payment.report = { state: 'declined', reason: 'not enough money' };
      return paymentNotify(paymentNo);
    },
    finishRefund(refundNo, end) {
      return moveRefund(refundNo, 'pending', end);
    },
    dropRefund(refundNo) {
      if (refunds.get(refundNo)?.report.state !== 'pending')
        throw new Error(`refund ${refundNo} is not pending`);
      refunds.delete(refundNo);
    },
    bounceRefund(refundNo) {
      return moveRefund(refundNo, 'done', 'failed');
    },
    book() {
      const sums = new Map<string, { takenMinor: number; returnedMinor: number }>();
      for (const { report } of payments.values()) {
        if (report.state !== 'paid') continue;
        const sum = sums.get(report.currency) ?? { takenMinor: 0, returnedMinor: 0 };
        sum.takenMinor += report.receivedMinor;
        sums.set(report.currency, sum);
      }
      for (const { request, report } of refunds.values()) {
        const sum = sums.get(request.currency);
        if (sum !== undefined && report.state === 'done') sum.returnedMinor += request.amountMinor;
      }
      return sums;
    },
  };
  return provider;
}

/** Ignores the provider's own number of the refund, because the service learns it only from the first response. */
function isSameRefund(first: RefundRequest, second: RefundRequest): boolean {
  const core = ({ refundNo, amountMinor, totalMinor, currency, payment }: RefundRequest) =>
    JSON.stringify([refundNo, amountMinor, totalMinor, currency, payment.paymentNo]);
  return core(first) === core(second);
}

function refundStanding(
  refundNo: string,
  plan: FakeProvider['refundPlan'],
  code: RefundFailureCode = 'insufficient_balance',
): RefundReport {
  const providerRefundId = `bank-${refundNo}`;
  return plan === 'failed'
    ? { state: 'failed', code, reason: 'the account is empty', providerRefundId }
    : { state: plan, providerRefundId };
}
