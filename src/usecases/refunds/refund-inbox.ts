/** Provides the inbox with failed refunds, and with refunds that need a second operator. */

import type { InboxSource } from '../ports/inbox-source.ts';

export const failedRefundSource: InboxSource = {
  topic: 'failed_refund',
  permission: 'orders_see',
  async open({ refunds }, limit) {
    return (await refunds.failed(limit)).map((refund) => ({
      id: refund.id,
      since: refund.finishedAt ?? refund.requestedAt,
      orderId: refund.orderId,
      orderNo: refund.orderNo,
      amountMinor: refund.amountMinor,
      currency: refund.currency,
      code: refund.failureCode,
      words: refund.lastError,
    }));
  },
};

export const refundApprovalSource: InboxSource = {
  topic: 'refund_approval',
  permission: 'orders_see',
  async open({ refunds }, limit) {
    return (await refunds.oldestPending(limit)).map((approval) => ({
      id: approval.id,
      since: approval.requestedAt,
      orderId: approval.orderId,
      orderNo: approval.orderNo,
      amountMinor: approval.amountMinor,
      currency: approval.currency,
      code: approval.settledRefundNo === null ? null : 'settlement',
      words: `${approval.requestedBy}: ${approval.reason}`,
    }));
  },
};
