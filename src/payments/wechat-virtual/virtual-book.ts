/**
 * The books of virtual payment, read one entry at a time with `query_order`. WeChat's `download_bill` has only the sums
 * of a day, and the columns of its list of orders (`start_download_order`) are not documented, so neither can be compared
 * with single payments.
 */

import { type DayNumber, startOfDay } from '../../domain/civil-day.ts';
import { timeZone } from '../../domain/zoned-time.ts';
import type { Bill, BillRow } from '../../usecases/ports/provider-bill.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { findPayment, reportOf, type XpayParts } from './virtual-payments.ts';
import { isSameAmount } from './virtual-refunds.ts';
import type { XpayState } from './xpay-order.ts';

export const beijing = timeZone('Asia/Shanghai');

/**
 * How long after the end of a day its payments are compared. By then the service has received the pushes for the last
 * minutes of the day, so the comparison finds no differences that would disappear by themselves.
 */
const quietMs = 3 * 60 * 60_000;

const refundStates: Readonly<Record<XpayState, BillRow['state']>> = {
  open: 'pending',
  paid: 'pending',
  undelivered: 'pending',
  refunded: 'done',
  refund_failed: 'failed',
  closed: 'failed',
};

export function virtualBill(parts: XpayParts & { readonly clock: Clock }, day: DayNumber): Bill {
  if (parts.clock.now() < startOfDay(day + 1, beijing) + quietMs) return { state: 'not_ready' };
  return {
    state: 'book',
    book: {
      async payment(payment) {
        const report = reportOf(await findPayment(parts, payment));
        if (report.state !== 'paid') return null;
        const { receivedMinor, currency, providerRef, paidAt } = report;
        const { paymentNo } = payment;
        return {
          kind: 'payment',
          paymentNo,
          refundNo: null,
          providerRef,
          amountMinor: receivedMinor,
          currency,
          feeMinor: null,
          state: 'done',
          at: paidAt ?? parts.clock.now(),
        };
      },
      async refund(own) {
        const { refundNo, payment } = own;
        const { payerId, paymentNo } = payment;
        const refund = await findPayment(parts, { paymentNo: refundNo, payerId });
        if (refund === undefined) return null;
        const { wxOrderId: providerRef, refundMinor, state, at } = refund;
        // With a coupon, WeChat returns less than the price that the service refunds.
        const amountMinor = (await isSameAmount(parts, refund, own)) ? own.amountMinor : refundMinor;
        return {
          kind: 'refund',
          paymentNo,
          refundNo,
          providerRef,
          amountMinor,
          currency: 'CNY',
          feeMinor: null,
          state: refundStates[state],
          at: at ?? parts.clock.now(),
        };
      },
    },
  };
}
