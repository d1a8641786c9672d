/** Translates a trade of Alipay, from a notification or a query, to a report. */

import type { PaymentReport } from '../../usecases/ports/payment-provider.ts';
import { parseBeijingTime } from './beijing-time.ts';
import { minorOf } from './yuan.ts';

export interface Trade {
  readonly status: unknown;
  readonly tradeNo: unknown;
  readonly totalAmount: unknown;
  readonly paidAt: unknown;
}

/** @returns undefined for an unknown status, or for a paid trade whose amount, number or time is not valid. */
export function tradeReport(trade: Trade): PaymentReport | undefined {
  switch (trade.status) {
    case 'WAIT_BUYER_PAY':
      return { state: 'open' };
    // A trade that was paid and wholly refunded is closed as well: no money is left that could pay the order.
    case 'TRADE_CLOSED':
      return { state: 'closed' };
    case 'TRADE_SUCCESS':
    // A finished trade was paid, and Alipay no longer refunds it.
    case 'TRADE_FINISHED':
      return paidReport(trade);
    default:
      return undefined;
  }
}

function paidReport({ tradeNo, totalAmount, paidAt }: Trade): PaymentReport | undefined {
  const receivedMinor = minorOf(totalAmount);
  const at = parseBeijingTime(paidAt);
  if (typeof tradeNo !== 'string' || tradeNo === '') return undefined;
  if (receivedMinor === undefined || receivedMinor < 0 || at === undefined) return undefined;
  return { state: 'paid', receivedMinor, currency: 'CNY', providerRef: tradeNo, paidAt: at };
}
