/** The English texts about the bills of the payment providers and their differences to the shop's records. */

export const enReconciliation = {
  lead: 'Each day, the service compares the payments and refunds with the bills of the payment providers.',
  open: 'Open',
  resolved: 'Resolved',
  noneOpen: 'No open differences: the bills agree with the shop’s records.',
  noneResolved: 'No resolved differences yet.',
  differences: 'Differences',
  difference: 'Difference',
  number: 'Number',
  inBill: 'In the bill',
  inShop: 'In the shop',
  absent: 'absent',
  found: 'Found:',
  noOrder: 'No order',
  remedyTitle: {
    apply_payment: 'Apply this payment?',
    refund_payment: 'Refund this payment?',
    retry_refund: 'Check this refund again?',
  },
  remedyText: {
    apply_payment:
      'The service asks the payment provider first. If the payment is confirmed, the order is paid and processing starts.',
    refund_payment:
      'The service asks the payment provider first. If the payment is confirmed and its order does not need it, the customer gets the money back.',
    retry_refund:
      'A failed refund is requested again with the same number, so the customer is never refunded twice. Any other refund is checked with the payment provider.',
  },
  remedyDone: 'Done: the books agree now.',
  remedyUnderWay: 'Done. The difference is resolved when the books agree.',
  remediedBy: (name: string) => `Remedy by ${name}`,
  resolve: 'Resolve',
  resolveTitle: 'Resolve this difference?',
  resolveText: 'Payments and refunds do not change. Say what you found out.',
  resolveDone: 'Difference resolved.',
  agreed: 'The books agree',
  resolvedBy: (name: string) => `Resolved by ${name}`,
  bills: 'Bills',
  billsNote: 'The last 31 days, each in the time zone of the provider.',
  day: 'Day',
  payments: 'Payments',
  refunds: 'Refunds',
  fees: 'Fees',
  noBills: 'No bills yet.',
  otherSystems: (count: number) =>
    `${count} ${count === 1 ? 'row' : 'rows'} of other systems with the same account`,
  failedTries: (count: number) => `${count} ${count === 1 ? 'try' : 'tries'}`,
  fetchAgain: 'Fetch again',
  fetchDone: 'The bill will be fetched in a few seconds.',
  openCount: (count: number) => `${count} ${count === 1 ? 'difference' : 'differences'}`,
};
