/** Provides the inbox with problems that customers have reported and no operator has answered. */

import type { InboxSource } from '../ports/inbox-source.ts';

export const problemSource: InboxSource = {
  topic: 'problem',
  permission: 'orders_see',
  async open({ problems }, limit) {
    return (await problems.open(limit)).map((problem) => ({
      id: problem.id,
      since: problem.reportedAt,
      orderId: problem.orderId,
      orderNo: problem.orderNo,
      amountMinor: null,
      currency: null,
      code: problem.reason,
      words: problem.note,
    }));
  },
};
