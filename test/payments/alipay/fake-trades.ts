/**
 * The trades of the fake Alipay and their states. A trade begins when the customer opens the page or scans the code; the
 * merchant's signed link alone creates nothing.
 */

import type { Clock } from '../../../src/usecases/ports/tools.ts';

/** Alipay asks for three seconds between two refunds of one trade. */
const refundPauseMs = 3_000;

/**
 * `unsuccessful`: Alipay accepts the refund, could not carry it out, lists it without a status, and carries it out when
 * it is requested again.
 */
export type RefundCourse = 'done' | 'pending' | 'failed' | 'unsuccessful';
type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';

export interface FakeRefund {
  /** The refund number of the service. Null: the refund was made by hand on Alipay's pages. */
  readonly outRequestNo: string | null;
  readonly amountMinor: number;
  state: 'pending' | 'done' | 'unsuccessful';
  readonly requestedAt: number;
  at: number;
}

export interface FakeTrade {
  readonly outTradeNo: string;
  readonly tradeNo: string;
  readonly totalMinor: number;
  readonly subject: string;
  readonly expiresAt: number;
  readonly notifyUrl: string;
  readonly createdAt: number;
  status: TradeStatus;
  paidAt: number | null;
  readonly refunds: FakeRefund[];
  /** What happens to the next refund of this trade. */
  course: RefundCourse;
}

/** The payment that a customer makes with a signed link or a QR code; it becomes a trade at the first visit. */
export type Offer = Pick<FakeTrade, 'outTradeNo' | 'totalMinor' | 'subject' | 'expiresAt' | 'notifyUrl'>;

export class Refused extends Error {
  readonly subCode: string;
  constructor(subCode: string) {
    super(subCode);
    this.subCode = subCode;
  }
}

export interface RefundOutcome {
  readonly trade: FakeTrade;
  readonly fundChange: 'Y' | 'N';
}

export function fakeTrades(clock: Clock, onChange: (trade: FakeTrade, refund: FakeRefund | null) => void) {
  const trades = new Map<string, FakeTrade>();
  /** Refund requests above the refundable amount. Alipay refuses them, and a correct service never makes them. */
  const violations: string[] = [];
  /** Refunds that were requested less than `refundPauseMs` after another refund of the trade. */
  const hasty: string[] = [];
  let numbers = 0;

  function byNo(outTradeNo: string): FakeTrade {
    const trade = trades.get(outTradeNo);
    if (trade === undefined) throw new Refused('ACQ.TRADE_NOT_EXIST');
    // Alipay sends no notification of a trade that it closes by time-out.
    if (trade.status === 'WAIT_BUYER_PAY' && clock.now() >= trade.expiresAt) trade.status = 'TRADE_CLOSED';
    return trade;
  }

  function refundOf(outRequestNo: string): { trade: FakeTrade; refund: FakeRefund } {
    for (const trade of trades.values()) {
      const refund = trade.refunds.find((one) => one.outRequestNo === outRequestNo);
      if (refund !== undefined) return { trade, refund };
    }
    throw new Error(`Alipay has no refund ${outRequestNo}`);
  }

  function finish(trade: FakeTrade, refund: FakeRefund): void {
    refund.state = 'done';
    refund.at = clock.now();
    if (returnedMinor(trade) === trade.totalMinor) trade.status = 'TRADE_CLOSED';
    onChange(trade, refund);
  }

  return {
    trades,
    violations,
    hasty,
    byNo,

    /** The customer opens the merchant's link, or scans the code. */
    visit(offer: Offer): FakeTrade {
      const known = trades.get(offer.outTradeNo);
      if (known === undefined) {
        if (clock.now() >= offer.expiresAt) throw new Refused('ACQ.PAYMENT_REQUEST_HAS_RISK');
        const tradeNo = `2026112022001425${String(++numbers).padStart(12, '0')}`;
        const state = { status: 'WAIT_BUYER_PAY', paidAt: null, refunds: [], course: 'done' } as const;
        const trade: FakeTrade = { ...offer, ...state, tradeNo, createdAt: clock.now(), refunds: [] };
        trades.set(offer.outTradeNo, trade);
        return trade;
      }
      if (known.totalMinor !== offer.totalMinor || known.subject !== offer.subject) {
        throw new Refused('ACQ.CONTEXT_INCONSISTENT');
      }
      const trade = byNo(offer.outTradeNo);
      if (trade.status === 'TRADE_CLOSED') throw new Refused('ACQ.TRADE_HAS_CLOSE');
      if (trade.status !== 'WAIT_BUYER_PAY') throw new Refused('ACQ.TRADE_HAS_SUCCESS');
      return trade;
    },

    pay(outTradeNo: string): void {
      const trade = byNo(outTradeNo);
      if (trade.status !== 'WAIT_BUYER_PAY') throw new Error(`the trade is ${trade.status}`);
      trade.status = 'TRADE_SUCCESS';
      trade.paidAt = clock.now();
      onChange(trade, null);
    },

    /** The time in which a trade can be refunded ends. */
    endRefundTime(outTradeNo: string): void {
      const trade = byNo(outTradeNo);
      if (trade.status !== 'TRADE_SUCCESS') throw new Error(`the trade is ${trade.status}`);
      trade.status = 'TRADE_FINISHED';
      onChange(trade, null);
    },

    close(outTradeNo: string): FakeTrade {
      const trade = byNo(outTradeNo);
      if (trade.status !== 'WAIT_BUYER_PAY') throw new Refused('ACQ.TRADE_STATUS_ERROR');
      trade.status = 'TRADE_CLOSED';
      return trade;
    },

    refund(outTradeNo: string, outRequestNo: string | null, amountMinor: number): RefundOutcome {
      const trade = byNo(outTradeNo);
      const known = trade.refunds.find((one) => one.outRequestNo === outRequestNo && outRequestNo !== null);
      if (known !== undefined) {
        if (known.amountMinor !== amountMinor) throw new Refused('ACQ.DISCORDANT_REPEAT_REQUEST');
        if (known.state !== 'unsuccessful') return { trade, fundChange: 'N' };
        finish(trade, known);
        return { trade, fundChange: 'Y' };
      }
      if (trade.status === 'TRADE_FINISHED') throw new Refused('ACQ.TRADE_HAS_FINISHED');
      if (trade.status !== 'TRADE_SUCCESS') throw new Refused('ACQ.TRADE_STATUS_ERROR');
      const asked = trade.refunds.reduce((sum, one) => sum + one.amountMinor, amountMinor);
      if (asked > trade.totalMinor || amountMinor <= 0) {
        violations.push(`refund ${outRequestNo} of ${amountMinor}`);
        throw new Refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
      }
      const requestedAt = clock.now();
      if (trade.refunds.some((one) => requestedAt - one.requestedAt < refundPauseMs)) {
        hasty.push(`refund ${outRequestNo}`);
      }
      const { course } = trade;
      trade.course = 'done';
      if (course === 'failed') throw new Refused('ACQ.SELLER_BALANCE_NOT_ENOUGH');
      const state = course === 'unsuccessful' ? course : 'pending';
      const refund: FakeRefund = { outRequestNo, amountMinor, state, requestedAt, at: requestedAt };
      trade.refunds.push(refund);
      if (course !== 'done') return { trade, fundChange: 'N' };
      finish(trade, refund);
      return { trade, fundChange: 'Y' };
    },

    /** A pending refund is carried out, or dropped because it cannot be carried out. */
    finishRefund(outRequestNo: string, end: 'done' | 'dropped'): void {
      const { trade, refund } = refundOf(outRequestNo);
      if (refund.state !== 'pending') throw new Error(`refund ${outRequestNo} is ${refund.state}`);
      if (end === 'done') finish(trade, refund);
      else trade.refunds.splice(trade.refunds.indexOf(refund), 1);
    },

    pendingRefunds: (): string[] =>
      [...trades.values()].flatMap(({ refunds }) =>
        refunds.flatMap(({ state, outRequestNo }) => (state === 'pending' ? (outRequestNo ?? []) : [])),
      ),

    book() {
      const paid = [...trades.values()].filter(({ paidAt }) => paidAt !== null);
      return {
        takenMinor: paid.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
        returnedMinor: paid.reduce((sum, trade) => sum + returnedMinor(trade), 0),
      };
    },
  };
}

export type FakeTrades = ReturnType<typeof fakeTrades>;

export function returnedMinor({ refunds }: FakeTrade): number {
  return refunds.reduce((sum, { state, amountMinor }) => sum + (state === 'done' ? amountMinor : 0), 0);
}
