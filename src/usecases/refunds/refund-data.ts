/** The fields about a refund in the data of its webhook events. */

import type { Refund } from '../../domain/payment-state.ts';

export function refundData({ refundNo, amountMinor, purpose, months, settledBy }: Refund) {
  return {
    refund_no: refundNo,
    refund_amount: amountMinor,
    refund_purpose: purpose,
    refund_months: months,
    refund_settled: settledBy !== null,
  } as const;
}
