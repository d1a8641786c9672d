/** Translates WeChat Pay's refunds, and its refusals of refunds, to reports. Pure. */

import type { RefundFailureCode } from '../../domain/refund-failures.ts';
import type { RefundReport } from '../../usecases/ports/payment-provider.ts';
import type { Fields } from '../json-object.ts';
import { textOf } from './json-fields.ts';
import type { WechatRefusal } from './v3-client.ts';

/**
 * @param status `status` of an answer, `refund_status` of a notification.
 * @returns undefined for an unknown status.
 */
export function readRefund(fields: Fields, status: string | undefined): RefundReport | undefined {
  const providerRefundId = textOf(fields, 'refund_id');
  if (providerRefundId === undefined) return undefined;
  switch (status) {
    case 'SUCCESS':
      return { state: 'done', providerRefundId };
    case 'PROCESSING':
      return { state: 'pending', providerRefundId };
    case 'CLOSED':
      return {
        state: 'failed',
        // WeChat Pay closes a refund after the merchant's account held too little money for seven days.
        code: 'insufficient_balance',
        reason: 'CLOSED: WeChat Pay closed the refund.',
        providerRefundId,
      };
    case 'ABNORMAL':
      return {
        state: 'failed',
        // WeChat Pay holds the money until the operator pays it out to the customer in the merchant platform.
        code: 'payer_account_abnormal',
        reason: 'ABNORMAL: the customer’s bank did not take the money.',
        providerRefundId,
      };
    default:
      return undefined;
  }
}

/** @param ageMs the age of the payment. */
export function refundRefusal(refusal: WechatRefusal, ageMs: number): RefundReport {
  const code = codeOf(refusal, ageMs);
  return { state: 'failed', code, reason: refusal.message, providerRefundId: null };
}

/** WeChat Pay refunds a payment until 365 days after it. */
const refundableMs = 365 * 24 * 60 * 60_000;

function codeOf({ code, message }: WechatRefusal, ageMs: number): RefundFailureCode {
  switch (code) {
    case 'NOT_ENOUGH':
      return 'insufficient_balance';
    case 'USER_ACCOUNT_ABNORMAL':
      return 'payer_account_abnormal';
    case 'RESOURCE_NOT_EXISTS':
    case 'ORDER_NOT_EXIST':
      return 'unknown_payment';
    case 'TRADE_OVERDUE':
      return 'too_late';
    case 'INVALID_REQUEST':
    case 'PARAM_ERROR':
      // WeChat Pay has one code for many reasons. The age of the payment shows one of them; the message shows the
      // others.
      if (ageMs > refundableMs) return 'too_late';
      if (/可退|全额退款|大于|超过订单/.test(message)) return 'exceeds_payment';
      return /未支付/.test(message) ? 'unknown_payment' : 'provider_refused';
    default:
      return 'provider_refused';
  }
}
