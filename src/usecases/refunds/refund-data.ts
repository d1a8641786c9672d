/** The fields about a refund in the data of its webhook events. */

import type { Refund } from '../../domain/payment-state.ts';

export function refundData({ refundNo, amountMinor, purpose, months }: Refund) {
  return {
    refund_no: refundNo,
    refund_amount: amountMinor,
    refund_purpose: purpose,
    refund_months: months,
  } as const;
}
