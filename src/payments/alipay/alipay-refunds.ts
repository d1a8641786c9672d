/** Requests and queries refunds. Alipay knows a refund by the trade and the service's refund number. */

import type { RefundFailureCode } from '../../domain/refund-failures.ts';
import {
  ProviderUnreachable,
  type RefundRef,
  type RefundReport,
  type RefundRequest,
  type UnknownRefund,
} from '../../usecases/ports/payment-provider.ts';
import type { Fields } from '../json-object.ts';
import { refundReason } from '../refund-reason.ts';
import type { AlipayAnswer, AlipayGateway } from './alipay-gateway.ts';
import { plainText } from './plain-text.ts';
import { minorOf, yuanOf } from './yuan.ts';

export interface AlipayRefunds {
  refund(request: RefundRequest): Promise<RefundReport>;
  query(refund: RefundRef): Promise<RefundReport | UnknownRefund>;
}

const failureCodes: Readonly<Record<string, RefundFailureCode>> = {
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': 'insufficient_balance',
  'ACQ.TRADE_HAS_FINISHED': 'payment_closed',
  'ACQ.TRADE_NOT_ALLOW_REFUND': 'payment_closed',
  // The customer paid with a voucher, so Alipay does not refund a part of the trade, or nothing of it.
  'ACQ.NOT_ALLOW_PARTIAL_REFUND': 'payment_closed',
  'ACQ.ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND': 'payment_closed',
  'ACQ.TRADE_NOT_EXIST': 'unknown_payment',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': 'exceeds_payment',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR': 'exceeds_payment',
  'ACQ.REFUND_FEE_ERROR': 'exceeds_payment',
  'ACQ.BUYER_NOT_EXIST': 'payer_account_abnormal',
  'ACQ.BUYER_ERROR': 'payer_account_abnormal',
  'ACQ.BUYER_ENABLE_STATUS_FORBID': 'payer_account_abnormal',
  'ACQ.CUSTOMER_VALIDATE_ERROR': 'payer_account_abnormal',
};

/** The state of the trade does not permit the refund. A query of the trade shows the reason. */
const wrongStatusCodes = ['ACQ.TRADE_STATUS_ERROR', 'ACQ.TRADE_HAS_CLOSE', 'ACQ.REASON_TRADE_STATUS_INVALID'];

export function createRefunds(gateway: AlipayGateway): AlipayRefunds {
  async function query(refund: RefundRef): Promise<RefundReport | UnknownRefund> {
    const answer = await gateway.call('alipay.trade.fastpay.refund.query', { bizContent: numbersOf(refund) });
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown' };
    if (answer.code !== '10000') throw new Error(`Alipay refused to query a refund: ${answer.words}`);
    return reportOf(answer.fields, refund);
  }

  async function failureCode(refund: RefundRef, subCode: string): Promise<RefundFailureCode> {
    if (!wrongStatusCodes.includes(subCode)) return failureCodes[subCode] ?? 'provider_refused';
    const { fields } = await gateway.call('alipay.trade.query', {
      bizContent: { out_trade_no: refund.payment.paymentNo },
    });
    return codeOfStatus(fields);
  }

  /**
   * An earlier request with this number, whose answer was lost, may have succeeded and be the reason of the refusal.
   * The refund has then not failed.
   */
  async function refused(request: RefundRequest, { subCode, words }: AlipayAnswer): Promise<RefundReport> {
    if (subCode === 'ACQ.DISCORDANT_REPEAT_REQUEST') {
      throw new Error('the refund was requested before with another amount');
    }
    // Alipay could not return its fee, and asks for a repeated request some time later.
    if (subCode === 'ACQ.REFUND_CHARGE_ERROR') throw new ProviderUnreachable(`Alipay answered ${words}`);
    const earlier = await query(request);
    if (earlier.state === 'done' || earlier.state === 'pending') return earlier;
    return failed(await failureCode(request, subCode), words);
  }

  return {
    query,
    async refund(request) {
      const answer = await gateway.call('alipay.trade.refund', {
        bizContent: {
          ...numbersOf(request),
          refund_amount: yuanOf(request.amountMinor),
          refund_reason: plainText(refundReason),
        },
      });
      if (answer.code !== '10000') return refused(request, answer);
      const { fields } = answer;
      // The field `refund_fee` is the sum of all refunds of the trade, so it does not show whether this refund is
      // done.
      if (fields.fund_change === 'Y') return done(fields, request);
      // Alipay moved no money in this call. Either an earlier request with this number has moved it, or Alipay moves
      // it later.
      const report = await query(request);
      return report.state === 'unknown' ? pending(fields, request) : report;
    },
  };
}

function numbersOf({ payment, refundNo }: RefundRef): Fields {
  return { out_trade_no: payment.paymentNo, out_request_no: refundNo };
}

function codeOfStatus({ trade_status, send_pay_date }: Fields): RefundFailureCode {
  if (trade_status === 'WAIT_BUYER_PAY') return 'unknown_payment';
  if (trade_status === 'TRADE_FINISHED') return 'payment_closed';
  if (trade_status !== 'TRADE_CLOSED') return 'provider_refused';
  // A closed trade with a time of payment has been wholly refunded. A closed trade without this time was never paid.
  return send_pay_date === undefined ? 'unknown_payment' : 'exceeds_payment';
}

/**
 * Alipay answers without `refund_status`, and often without any data, while it carries out a refund, after it could not
 * carry the refund out, and if it never received the refund. In each of these cases Alipay asks for a repeated request
 * with the same number.
 */
function reportOf(fields: Fields, refund: RefundRef): RefundReport | UnknownRefund {
  const { out_request_no, refund_amount, refund_status } = fields;
  if (out_request_no !== undefined && out_request_no !== refund.refundNo) {
    throw new Error('Alipay answered about another refund');
  }
  if (refund_amount !== undefined && minorOf(refund_amount) !== refund.amountMinor) {
    throw new Error(`Alipay has another amount for the refund ${refund.refundNo}`);
  }
  if (refund_status === undefined) return { state: 'unknown' };
  if (refund_status === 'REFUND_SUCCESS') return done(fields, refund);
  if (refund_status === 'REFUND_FAIL') return failed('provider_refused', 'Alipay reports REFUND_FAIL.');
  return pending(fields, refund);
}

function done(fields: Fields, refund: RefundRef): RefundReport {
  const providerRefundId = refundIdOf(fields.trade_no, refund.refundNo);
  if (providerRefundId === null)
    throw new Error(`Alipay sent a damaged report of the refund ${refund.refundNo}`);
  return { state: 'done', providerRefundId };
}

function pending(fields: Fields, refund: RefundRef): RefundReport {
  return { state: 'pending', providerRefundId: refundIdOf(fields.trade_no, refund.refundNo) };
}

function failed(code: RefundFailureCode, reason: string): RefundReport {
  return { state: 'failed', code, reason, providerRefundId: null };
}

/**
 * Alipay gives refunds no numbers of its own, so the id consists of the trade number and the service's refund number.
 */
export function refundIdOf(tradeNo: unknown, refundNo: string): string | null {
  return typeof tradeNo === 'string' && tradeNo !== '' ? `${tradeNo}/${refundNo}` : null;
}
