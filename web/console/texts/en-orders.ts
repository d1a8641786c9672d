/**
 * The English texts about orders, their history and their actions, refunds that need a second operator, and failed
 * jobs.
 */

export const enOrders = {
  order: 'Order',
  orderNumber: 'Order number',
  timesIn: (zone: string) => `All times are in ${zone}.`,
  placed: 'Placed',
  numberHint: 'Number, its beginning or last 4',
  numberTooShort: 'Enter the last 4 or at least the first 6 characters',
  customerNumber: 'Customer number',
  payment: 'Payment',
  processing: 'Processing',
  noMatch: 'No orders match these filters.',
  none: 'No orders yet.',
  recent: 'Recent orders',
  viewAll: 'View orders',
  byCustomer: (id: number) => `customer ${id}`,
  notFound: (id: number) => `There is no order with id ${id}.`,
  showNumber: 'Show number',
  showNumberHint: 'With its number, anyone can change a guest’s order. The audit log records each viewing.',

  referredBy: 'Referred by customer',
  email: 'E-mails to',
  payBy: 'Pay by',
  paid: 'Paid',
  cancelled: 'Cancelled',
  cancelledBy: 'Cancelled by',
  photoKeptUntil: 'Photo kept until',
  memberUntil: 'Member until',

  approvalTitle: 'Refund waiting for approval',
  approvalText: (name: string, amount: string, reason: string) =>
    `${name} requested a refund of ${amount}: “${reason}”. Another operator must approve it.`,
  approvalSettleTitle: 'Settlement waiting for approval',
  approvalSettleText: (name: string, amount: string, reason: string) =>
    `${name} asks to mark the failed refund of ${amount} as settled in another way: “${reason}”. Another operator must approve it.`,
  refundFailedTitle: 'Refund failed',
  refundFailedText: (amount: string) =>
    `The customer has not received ${amount}. The reason is under Refunds; then retry the refund there, or mark it as settled in another way.`,
  failedTitle: 'Processing failed',
  failedNote: (code: string) => `The customer sees this text. Code: ${code}`,
  failedUnknown: 'The photo could not be processed.',

  photos: 'Photos',
  original: 'Original',
  originalSize: (width: number, height: number) => `Original, ${width} × ${height}`,
  originalLabel: 'Customer’s photo',
  result: 'Result',
  resultLabel: 'Finished photo',
  photoDeleted: 'Deleted, storage time over',
  photoFailed: 'Processing failed',
  photoNotReady: 'Not ready yet',
  photoBroken: 'The photo cannot be shown.',
  photosHidden: 'Your role cannot see customers’ photos.',

  timeline: 'Timeline',
  oldestFirst: 'Oldest first.',
  keyEvents: 'Key events',
  allEvents: (count: number) => `All ${count}`,
  paymentEvent: (state: string) => `Payment: ${state}`,
  notification: (verdict: string) => `Payment notification: ${verdict}`,
  refundEvent: (state: string) => `Refund: ${state}`,
  webhook: (type: string) => `Webhook ${type}`,
  byOperator: (name: string) => `Operator ${name}`,
  byProvider: (name: string) => `Provider ${name}`,
  byTheCustomer: 'Customer',
  attemptNumber: (count: number) => `attempt ${count}`,

  payments: 'Payments',
  disputes: 'Disputes',
  disputeTitle: 'The customer disputes this payment',
  disputeText:
    'Answer at the payment provider. The bank decides about the money; refund the order only if the provider asks for it, or the customer may be paid twice.',
  disputeNo: (no: string) => `Number at the provider: ${no}`,
  providerReference: (number: string) => `Provider reference: ${number}`,
  received: (amount: string) => `Received ${amount}`,
  refunds: 'Refunds',
  orderRefund: 'Order refund',
  monthsRefund: (months: string) => `Partial refund: ${months}`,
  surplusRefund: 'Surplus payment',
  refundedBecause: (reason: string) => `Refunded automatically: ${reason}`,
  refundedAutomatically: 'Refunded automatically',
  jobs: 'Jobs',
  jobRunning: 'Running',
  jobWaiting: 'Waiting',
  nextAttempt: 'next attempt',
  webhooks: 'Webhooks',
  delivered: 'Delivered',
  notDelivered: 'Not delivered',
  redeliver: 'Redeliver',
  redelivering: 'Webhook queued for delivery.',

  cancel: 'Cancel order',
  cancelTitle: 'Cancel this order?',
  cancelText: 'The order is not paid. If a payment arrives later, it is refunded automatically.',
  cancelDone: 'Order cancelled.',
  keep: 'Keep order',
  refund: (amount: string) => `Refund ${amount}`,
  refundTitle: (amount: string) => `Refund ${amount}?`,
  refundFinishedText: (amount: string) =>
    `${amount} is returned to the original payment method. The finished photo can no longer be downloaded.`,
  refundOpenText: (amount: string) =>
    `${amount} is returned to the original payment method. Processing that has not finished is stopped.`,
  refundMembershipText: (amount: string) =>
    `${amount} is returned to the original payment method. The membership of this order ends.`,
  refundMonths: 'Refund months',
  refundMonthsText:
    'Only months that have not started can be refunded. They are taken back at once, and their price is returned to the original payment method. The order stays paid.',
  requestMonthsText: (limit: string) =>
    `With this refund, more than ${limit} of the order is returned. No money is returned until another operator approves.`,
  monthsPossible: (count: number) => (count === 1 ? 'Possible: 1' : `Possible: 1 to ${count}`),
  approveMonthsText: (amount: string, months: string) =>
    `${amount} for ${months} that have not started is returned to the original payment method. The months are taken back; the order stays paid.`,
  amountForMonths: (amount: string, months: string) => `${amount} for ${months}`,
  refundDone: 'Refund started.',
  request: 'Request refund',
  requestAmount: (amount: string) => `Request refund of ${amount}`,
  requestTitle: (amount: string) => `Request a refund of ${amount}?`,
  requestText: (limit: string) =>
    `Refunds above ${limit} need a second operator. No money is returned until another operator approves.`,
  requestDone: 'Refund requested. Another operator must approve it.',
  approve: 'Approve refund',
  approveAmount: (amount: string) => `Approve refund of ${amount}`,
  reject: 'Reject refund',
  rejectTitle: 'Reject this refund?',
  rejectText: 'No money is returned and the order does not change. A refund can be requested again.',
  rejectDone: 'Refund rejected.',
  settle: 'Mark as settled…',
  settleTitle: (amount: string) => `Mark the refund of ${amount} as settled?`,
  settleText:
    'Only if the customer got the money in another way, for example by bank transfer or from the app store. The payment provider is not asked for this refund again. Say how the money was returned.',
  settleApprovalText: (limit: string) =>
    `Refunds above ${limit} need a second operator. Return the money only after another operator has approved.`,
  settleConfirm: 'Mark as settled',
  settleDone: 'Refund marked as settled.',
  settledBy: (name: string) => `Settled in another way by ${name}`,
  returnedTwice:
    'The payment provider has made this refund, too: the customer has the money twice. See Reconciliation.',
  approveSettleText: (amount: string) =>
    `The failed refund of ${amount} is marked as settled in another way. The payment provider is not asked for it again.`,
  retryRefund: 'Retry refund',
  retryTitle: 'Retry this order?',
  retryText:
    'Failed refunds and failed jobs of this order run again. A refund keeps its number, so the customer is never refunded twice.',
  retryDone: 'Retry started.',
};

export const enRefunds = {
  limit: (limit: string) => `Refunds above ${limit} need a second operator.`,
  noLimit: 'Refunds need no second operator in this shop.',
  toReview: 'To review',
  reviewed: 'Reviewed',
  failed: 'Failed',
  noneFailed: 'No failed refunds. Every customer has got the money.',
  noneToReview: 'No refunds to review.',
  noneReviewed: 'No reviewed refunds yet.',
  review: 'Review',
  view: 'View',
  requested: 'Requested',
  requestedBy: 'Requested by',
};

export const enJobs = {
  lead: 'Jobs that failed after their last attempt, and jobs that are stuck. Customers may be waiting for them.',
  failed: 'Failed',
  stuck: 'Stuck',
  allTypes: 'All types',
  job: 'Job',
  order: 'Order',
  error: 'Error',
  created: 'Created',
  failedRefunds: (count: number) =>
    `${count} ${count === 1 ? 'refund has' : 'refunds have'} failed. ${count === 1 ? 'A customer waits' : 'Customers wait'} for money.`,
  noError: 'No error recorded.',
  noneFailed: 'No failed jobs.',
  noneStuck: 'No stuck jobs.',
  attempts: (count: number) => `${count} ${count === 1 ? 'attempt' : 'attempts'}`,
  attemptOf: (count: number, max: number) => `Attempt ${count} of ${max}`,
  retryAll: 'Retry all',
  retryAllTitle: 'Retry all failed jobs?',
  retryAllText:
    'Every failed job that can be retried runs again. Refunds keep their numbers, so no customer is refunded twice.',
  retryKindText: (kind: string) => `Every failed job of the type “${kind}” that can be retried runs again.`,
  retried: (count: number) => `${count} ${count === 1 ? 'job' : 'jobs'} retried.`,
  retriedLeft: (count: number, left: number) =>
    `${count} ${count === 1 ? 'job' : 'jobs'} retried, ${left} left.`,
  discard: 'Discard',
  discardTitle: 'Discard this job?',
  discardText: 'The job does not run again. Payments and refunds do not change.',
  discarded: 'Job discarded.',
};
