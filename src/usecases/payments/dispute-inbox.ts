/** Provides the inbox with open disputes. */

import type { InboxSource } from '../ports/inbox-source.ts';

export const disputeSource: InboxSource = {
  topic: 'dispute',
  permission: 'orders_see',
  async open({ disputes }, limit) {
    return (await disputes.open(limit)).map((dispute) => ({
      id: dispute.id,
      since: dispute.openedAt,
      orderId: dispute.orderId,
      orderNo: dispute.orderNo,
      amountMinor: dispute.amountMinor,
      currency: dispute.currency,
      code: dispute.provider,
      words: dispute.reason,
    }));
  },
};
