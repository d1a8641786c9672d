/** What the service's names are called on the page, in English; shown through `wordOf`. */

export const roleWords = { viewer: 'Viewer', support: 'Support', owner: 'Owner' };

export const statusWords = {
  wait_pay: 'Waiting for payment',
  pay: 'Paid',
  cancal: 'Cancelled',
  wait_refund: 'Refund under way',
  refund: 'Refunded',
};

export const dealWords = { init: 'Not begun', ing: 'In work', done: 'Finished', fail: 'Failed' };

export const stateWords = {
  wait_pay: 'Waiting for payment',
  cancelled: 'Cancelled',
  queued: 'In the queue',
  in_work: 'In work',
  finished: 'Finished',
  failed: 'Failed',
  refund_open: 'Refund under way',
  refund_stuck: 'Refund failed',
  refunded: 'Refunded',
};

export const jobKindWords = {
  process_order: 'Make the picture',
  check_payment: 'Ask about a payment',
  close_payment: 'Close a payment',
  refund_payment: 'Give money back',
  deliver_event: 'Send an event',
  remove_file: 'Remove a file',
  expire_orders: 'Expire unpaid orders',
  purge_files: 'Remove old files',
  audit_money: 'Check the books',
};

export const jobEndWords = {
  done: 'Went well',
  failed: 'Failed, is tried again',
  exhausted: 'Failed for the last time',
};

/** What a provider's message did. */
export const verdictWords = {
  won: 'paid the order',
  late: 'money came too late, goes back',
  losing: 'money came twice, goes back',
  wrong_amount: 'wrong amount, goes back',
  declined: 'declined',
  closed: 'closed',
  pending: 'refund under way',
  done: 'refund done',
  failed: 'refund failed',
  no_change: 'changed nothing',
  duplicate: 'came before',
  ignored: 'ignored',
  unknown_payment: 'unknown payment',
  unknown_refund: 'unknown refund',
};

/** What a line of an order's timeline knows besides. */
export const dataWords = {
  payment_no: 'Payment number',
  refund_no: 'Refund number',
  provider: 'Provider',
  channel: 'Channel',
  amount: 'Amount',
  received: 'Received',
  provider_ref: 'Number there',
  reason: 'Reason',
  by: 'By whom',
  event_id: 'Event number',
};

export const troubleWords = { dead: 'Given up', lease_ended: 'Worker lost', overdue: 'Overdue' };

export const attemptWords = {
  opening: 'Opening',
  open: 'Open',
  declined: 'Declined',
  closed: 'Closed',
  won: 'Paid the order',
  surplus: 'Surplus, goes back',
};

export const refundWords = {
  requested: 'Asked for',
  pending: 'Provider is working on it',
  done: 'Money is back',
  failed: 'Failed',
  retried: 'Tried again',
};

export const approvalWords = { pending: 'Waiting', confirmed: 'Confirmed', rejected: 'Rejected' };

export const historyWords = {
  created: 'Order placed',
  paid: 'Paid',
  cancelled: 'Cancelled',
  work_started: 'Work began',
  work_returned: 'Work went back to the queue',
  work_done: 'Picture finished',
  work_failed: 'Work failed for good',
  refund_requested: 'Refund asked for',
  refund_failed: 'Refund failed',
  refund_retried: 'Refund tried again',
  refund_done: 'Money is back',
  result_purged: 'Picture removed, its time was over',
};

export const goodKindWords = {
  mark_order_zhaopianshangse: 'Photo colourisation',
  mark_order_yiCunZhao: 'ID photo',
  mark_order_vip: 'Membership',
  mark_order_id_photo: 'ID photo of any size',
};

export const auditWords = {
  sign_in: 'Signed in',
  sign_out: 'Signed out',
  session_revoked: 'Ended a session',
  password_changed: 'Changed the own password',
  password_reset: 'Reset a password',
  operator_added: 'Added an operator',
  operator_changed: 'Changed an operator',
  order_cancelled: 'Cancelled the order',
  refund_requested: 'Refunded the order',
  refund_retried: 'Tried the refund again',
  refund_approval_requested: 'Asked for a refund',
  refund_approval_confirmed: 'Confirmed the refund',
  refund_approval_rejected: 'Rejected the refund',
  order_retried: 'Tried the order again',
  event_resent: 'Sent an event again',
  good_added: 'Added a good',
  good_changed: 'Changed a good',
  icon_added: 'Uploaded an icon',
  months_granted: 'Granted months',
  months_ended: 'Ended months',
  job_retried: 'Retried a job',
  jobs_retried: 'Retried jobs',
  job_discarded: 'Discarded a job',
};

export const targetWords = {
  operator: 'Operator',
  session: 'Session',
  order: 'Order',
  good: 'Good',
  icon: 'Icon',
  user: 'User',
  job: 'Job',
};

export const detailWords = { path: 'Upload', color: 'Background', num: 'Months', size: 'Size' };

export const colourWords = { blue: 'Blue', red: 'Red', white: 'White' };
