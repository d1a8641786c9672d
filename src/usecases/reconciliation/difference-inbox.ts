/** Provides the inbox with open differences to the providers' bills. */

import type { InboxSource } from '../ports/inbox-source.ts';

export const differenceSource: InboxSource = {
  topic: 'difference',
  permission: 'money_see',
  async open({ reconciliation }, limit) {
    return (await reconciliation.oldestOpen(limit)).map((difference) => ({
      id: difference.id,
      since: difference.foundAt,
      orderId: difference.orderId,
      orderNo: difference.orderNo,
      amountMinor: difference.billedMinor ?? difference.ownMinor,
      currency: difference.billedCurrency ?? difference.ownCurrency,
      code: `${difference.kind}.${difference.type}`,
      words: `${difference.provider} ${difference.number}`,
    }));
  },
};
