/** Requests and queries refunds at WeChat Pay. */

import {
  ProviderUnreachable,
  type RefundRef,
  type RefundReport,
  type RefundRequest,
  type UnknownRefund,
} from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { Fields } from '../json-object.ts';
import { refundReason } from '../refund-reason.ts';
import { fieldsOf, textOf, wholeOf } from './json-fields.ts';
import { refundNumber, triesMax } from './refund-number.ts';
import { readRefund, refundRefusal } from './refund-report.ts';
import { type V3Client, WechatRefusal } from './v3-client.ts';

export interface WechatRefunds {
  refund(request: RefundRequest): Promise<RefundReport>;
  query(refund: RefundRef): Promise<RefundReport | UnknownRefund>;
}

interface RefundTry {
  /** 1 for the first try. */
  readonly number: number;
  /** Null: WeChat Pay does not know the refund. */
  readonly found: { readonly status: string | undefined; readonly report: RefundReport } | null;
}

const path = '/v3/refund/domestic/refunds';

export function createWechatRefunds(client: V3Client, clock: Clock): WechatRefunds {
  async function queryNumber(refund: RefundRef, number: number): Promise<RefundTry['found']> {
    const outRefundNo = refundNumber(refund.refundNo, number);
    try {
      const answer = await client.call(`${path}/${encodeURIComponent(outRefundNo)}`);
      return { status: textOf(answer, 'status'), report: reportOf(answer, refund, outRefundNo) };
    } catch (error) {
      if (error instanceof WechatRefusal && error.code === 'RESOURCE_NOT_EXISTS') return null;
      throw error;
    }
  }

  /** Finds the latest try that WeChat Pay knows; the first try if WeChat Pay knows none. */
  async function latest(refund: RefundRef): Promise<RefundTry> {
    let last: RefundTry = { number: 1, found: await queryNumber(refund, 1) };
    while (last.found?.status === 'CLOSED' && last.number < triesMax) {
      const number = last.number + 1;
      const found = await queryNumber(refund, number);
      if (found === null) break;
      last = { number, found };
    }
    return last;
  }

  /**
   * Returns the number of the try with which to request the refund. If WeChat Pay has closed the latest try, the
   * refund needs a new try.
   */
  async function nextNumber(request: RefundRequest): Promise<number> {
    if (request.providerRefundId === null) return 1;
    const { number, found } = await latest(request);
    return found?.status === 'CLOSED' ? Math.min(number + 1, triesMax) : number;
  }

  /**
   * If WeChat Pay refuses a request but has accepted an earlier request of the same try, the refund has not failed,
   * and the report of that try is returned.
   */
  async function refused(
    request: RefundRequest,
    number: number,
    refusal: WechatRefusal,
  ): Promise<RefundReport> {
    const found = await queryNumber(request, number);
    return found?.report ?? refundRefusal(refusal, clock.now() - request.payment.createdAt);
  }

  return {
    async refund(request) {
      const number = await nextNumber(request);
      const outRefundNo = refundNumber(request.refundNo, number);
      try {
        const answer = await client.call(path, refundBody(request, outRefundNo));
        return reportOf(answer, request, outRefundNo);
      } catch (error) {
        if (error instanceof WechatRefusal) return refused(request, number, error);
        throw error;
      }
    },
    async query(refund) {
      const { found } = await latest(refund);
      if (found !== null) return found.report;
      // WeChat Pay has reported this refund before. If a query does not find the refund now, the answer of the query
      // is only out of date.
      if (refund.providerRefundId !== null) {
        throw new ProviderUnreachable('WeChat Pay does not find the refund.');
      }
      return { state: 'unknown' };
    },
  };
}

function refundBody(request: RefundRequest, outRefundNo: string): Fields {
  const { payment, amountMinor, totalMinor, currency, notifyUrl } = request;
  return {
    out_trade_no: payment.paymentNo,
    out_refund_no: outRefundNo,
    reason: refundReason,
    notify_url: notifyUrl,
    amount: { refund: amountMinor, total: totalMinor, currency },
  };
}

/** @throws Error when the answer is about another refund, payment or amount. */
function reportOf(answer: Fields, refund: RefundRef, outRefundNo: string): RefundReport {
  const amount = fieldsOf(answer.amount);
  const isSame =
    textOf(answer, 'out_refund_no') === outRefundNo &&
    textOf(answer, 'out_trade_no') === refund.payment.paymentNo &&
    wholeOf(amount, 'refund') === refund.amountMinor &&
    (textOf(amount, 'currency') ?? 'CNY') === refund.currency;
  if (!isSame) throw new Error('WeChat Pay answered with another refund, payment or amount.');
  const report = readRefund(answer, textOf(answer, 'status'));
  if (report === undefined)
    throw new ProviderUnreachable('WeChat Pay’s answer about the refund is malformed.');
  return report;
}
