/** The methods of the fake Alipay's gateway. */

import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { billOf } from './fake-bill.ts';
import { type BizContent, offerOf, type RequestFields } from './fake-requests.ts';
import { beijing, fromBeijing, fromYuan, yuan } from './fake-times.ts';
import { type FakeTrade, type FakeTrades, type Offer, Refused, returnedMinor } from './fake-trades.ts';

export type Answer = Readonly<Record<string, unknown>>;

export interface FakeBills {
  title?: string;
  /** The download address of a bill. Undefined: the fake's own address, at which the bill can be downloaded. */
  address?: string;
  damage: (zip: Buffer) => Buffer;
  readyMs: number;
}

interface Parts {
  readonly clock: Clock;
  readonly state: FakeTrades;
  /** The payment that can be made with each QR code. */
  readonly codes: Map<string, Offer>;
  readonly bills: FakeBills;
  readonly url: () => string;
}

export type FakeMethods = (method: string, biz: BizContent, fields: RequestFields) => Answer;
type Method = (biz: BizContent, fields: RequestFields) => Answer;

export function fakeMethods({ clock, state, codes, bills, url }: Parts): FakeMethods {
  const methods: Readonly<Record<string, Method>> = {
    'alipay.trade.query'({ out_trade_no = '' }) {
      const trade = state.byNo(out_trade_no);
      const paid = trade.paidAt === null ? {} : { send_pay_date: beijing(trade.paidAt) };
      const total_amount = yuan(trade.totalMinor);
      return { ...numbersOf(trade), trade_status: trade.status, total_amount, ...paid };
    },

    'alipay.trade.close': ({ out_trade_no = '' }) => numbersOf(state.close(out_trade_no)),

    'alipay.trade.precreate'(biz, fields) {
      const offer = offerOf(biz, fields.get('notify_url') ?? '');
      if (state.trades.has(offer.outTradeNo)) state.visit(offer);
      const earlier = codes.get(offer.outTradeNo);
      if (earlier !== undefined && earlier.totalMinor !== offer.totalMinor) {
        throw new Refused('ACQ.CONTEXT_INCONSISTENT');
      }
      codes.set(offer.outTradeNo, offer);
      return { out_trade_no: offer.outTradeNo, qr_code: `${url()}/qr/${offer.outTradeNo}` };
    },

    'alipay.trade.refund'({ out_trade_no = '', out_request_no = '', refund_amount = '' }) {
      const { trade, fundChange } = state.refund(out_trade_no, out_request_no, fromYuan(refund_amount));
      return { ...numbersOf(trade), fund_change: fundChange, refund_fee: yuan(returnedMinor(trade)) };
    },

    'alipay.trade.fastpay.refund.query'({ out_trade_no = '', out_request_no = '' }) {
      const trade = state.byNo(out_trade_no);
      const refund = trade.refunds.find(({ outRequestNo }) => outRequestNo === out_request_no);
      // Alipay answers without data until it has carried out the refund.
      if (refund === undefined || refund.state === 'pending') return {};
      const refund_amount = yuan(refund.amountMinor);
      if (refund.state === 'unsuccessful') return { ...numbersOf(trade), out_request_no, refund_amount };
      return { ...numbersOf(trade), out_request_no, refund_amount, refund_status: 'REFUND_SUCCESS' };
    },

    'alipay.data.dataservice.bill.downloadurl.query'({ bill_date: day = '' }) {
      const isReady = clock.now() >= fromBeijing(`${day} 00:00:00`) + bills.readyMs;
      if (!isReady || billOf(state.trades.values(), day) === undefined) {
        throw new Refused('isp.bill_not_exist');
      }
      return { bill_download_url: bills.address ?? `${url()}/bill/${day}` };
    },
  };

  return (name, biz, fields) => {
    const method = methods[name];
    if (method === undefined) return refusal('isv.invalid-method');
    try {
      return { code: '10000', msg: 'Success', ...method(biz, fields) };
    } catch (error) {
      if (error instanceof Refused) return refusal(error.subCode);
      throw error;
    }
  };
}

function numbersOf({ outTradeNo, tradeNo }: FakeTrade): Answer {
  return { out_trade_no: outTradeNo, trade_no: tradeNo };
}

export function refusal(subCode: string): Answer {
  return { code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: '业务处理失败' };
}
