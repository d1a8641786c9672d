/** Translates WeChat Pay's transaction, in a notification or as the answer to a query, to a report. Pure. */

import type { PaymentReport } from '../../usecases/ports/payment-provider.ts';
import type { Fields } from '../json-object.ts';
import { fieldsOf, textOf, wholeOf } from './json-fields.ts';
import type { Merchant } from './merchant.ts';

export type ReadTransaction =
  | { readonly kind: 'report'; readonly paymentNo: string; readonly report: PaymentReport }
  /** The transaction belongs to another merchant or application. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'malformed'; readonly why: string };

export function readTransaction(fields: Fields, merchant: Merchant): ReadTransaction {
  if (fields.mchid !== merchant.mchId || fields.appid !== merchant.appId) return { kind: 'foreign' };
  const paymentNo = textOf(fields, 'out_trade_no');
  if (paymentNo === undefined) return { kind: 'malformed', why: 'no out_trade_no' };
  const report = reportOf(fields);
  return typeof report === 'string'
    ? { kind: 'malformed', why: report }
    : { kind: 'report', paymentNo, report };
}

/** @returns the report, or a text that says what is wrong. */
function reportOf(fields: Fields): PaymentReport | string {
  const state = textOf(fields, 'trade_state');
  switch (state) {
    case 'SUCCESS':
    // A payment that was refunded, in whole or in part, was paid.
    case 'REFUND':
      return paidReport(fields);
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return { state: 'open' };
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' };
    case 'PAYERROR':
      return { state: 'declined', reason: textOf(fields, 'trade_state_desc') ?? 'PAYERROR' };
    default:
      return `unknown trade_state ${state ?? ''}`.trimEnd();
  }
}

/**
 * The received amount is `total`. `payer_total` is smaller if WeChat Pay gave the customer a coupon, for which it pays
 * the merchant.
 */
function paidReport(fields: Fields): PaymentReport | string {
  const amount = fieldsOf(fields.amount);
  const receivedMinor = wholeOf(amount, 'total');
  const providerRef = textOf(fields, 'transaction_id');
  const paidAt = Date.parse(textOf(fields, 'success_time') ?? '');
  if (receivedMinor === undefined || providerRef === undefined || Number.isNaN(paidAt)) {
    return 'a payment without amount, number or time';
  }
  const currency = textOf(amount, 'currency') ?? 'CNY';
  return { state: 'paid', receivedMinor, currency, providerRef, paidAt };
}
