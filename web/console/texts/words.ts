/**
 * What the service's names are called on the page, in English; shown through `wordOf`. Each table is measured
 * against the service's own type, so that a new name without a word is not built.
 */

import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import type { Canceller } from '../../../src/domain/order.ts';
import type { OrderEventType } from '../../../src/domain/order-events.ts';
import type { AttemptState, RefundEventType, RefundState } from '../../../src/domain/payment-state.ts';
import type { AuditAction, AuditTargetKind } from '../../../src/usecases/callers/audit-store.ts';
import type { JobAttempt } from '../../../src/usecases/jobs/job-store.ts';
import type { JobTrouble } from '../../../src/usecases/jobs/view-job.ts';
import type { PaymentVerdict } from '../../../src/usecases/payments/settle-payment.ts';
import type { JobKind } from '../../../src/usecases/ports/jobs.ts';
import type { RefundVerdict } from '../../../src/usecases/refunds/apply-refund-report.ts';
import type { ApprovalState } from '../../../src/usecases/refunds/refund-store.ts';
import type { OrderItem } from '../api/types.ts';

type WordsFor<Name extends string> = Readonly<Record<Name, string>>;

export const roleWords = {
  viewer: 'Viewer',
  support: 'Support',
  owner: 'Owner',
} satisfies WordsFor<OperatorRole>;

export const statusWords = {
  wait_pay: 'Waiting for payment',
  pay: 'Paid',
  cancal: 'Cancelled',
  wait_refund: 'Refund under way',
  refund: 'Refunded',
} satisfies WordsFor<OrderItem['status']>;

export const dealWords = {
  init: 'Not begun',
  ing: 'In work',
  done: 'Finished',
  fail: 'Failed',
} satisfies WordsFor<OrderItem['deal_status']>;

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
} satisfies WordsFor<JobKind>;

export const jobEndWords = {
  done: 'Went well',
  failed: 'Failed, is tried again',
  exhausted: 'Failed for the last time',
} satisfies WordsFor<JobAttempt['end']>;

/** What a provider's message did. */
export const verdictWords = {
  won: 'paid the order',
  late: 'money came too late, goes back',
  losing: 'money came twice, goes back',
  wrong_amount: 'wrong amount, goes back',
  contradicted: 'another amount than before, ask the provider',
  declined: 'declined',
  closed: 'closed',
  pending: 'refund under way',
  done: 'refund done',
  failed: 'refund failed',
  no_change: 'changed nothing',
  ignored: 'ignored',
  doubted: 'refund came back, the provider is asked',
  unknown_payment: 'unknown payment',
  unknown_refund: 'unknown refund',
} satisfies WordsFor<PaymentVerdict | RefundVerdict | 'ignored'>;

export const cancellerWords = {
  customer: 'The customer',
  operator: 'An operator',
  expiry: 'Nobody: its time was over',
} satisfies WordsFor<Canceller>;

export const troubleWords = {
  dead: 'Given up',
  lease_ended: 'Worker lost',
  overdue: 'Overdue',
} satisfies WordsFor<JobTrouble>;

export const attemptWords = {
  opening: 'Opening',
  open: 'Open',
  declined: 'Declined',
  closed: 'Closed',
  won: 'Paid the order',
  surplus: 'Surplus, goes back',
} satisfies WordsFor<AttemptState>;

export const refundWords = {
  requested: 'Asked for',
  pending: 'Provider is working on it',
  done: 'Money is back',
  failed: 'Failed',
  retried: 'Tried again',
  doubted: 'Came back, the provider is asked',
} satisfies WordsFor<RefundState | RefundEventType>;

export const approvalWords = {
  pending: 'Waiting',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
} satisfies WordsFor<ApprovalState>;

export const historyWords = {
  created: 'Order placed',
  paid: 'Paid',
  cancelled: 'Cancelled',
  work_started: 'Work began',
  work_returned: 'Work went back to the queue',
  work_done: 'Work finished',
  work_failed: 'Work failed for good',
  work_retried: 'Failed work begins anew',
  refund_requested: 'Refund asked for',
  refund_failed: 'Refund failed',
  refund_retried: 'Refund tried again',
  refund_done: 'Money is back',
  refund_doubted: 'The money came back to the provider, it says',
  result_purged: 'Picture removed, its time was over',
} satisfies WordsFor<OrderEventType>;

export const goodKindWords = {
  mark_order_zhaopianshangse: 'Photo colourisation',
  mark_order_yiCunZhao: 'ID photo',
  mark_order_vip: 'Membership',
  mark_order_id_photo: 'ID photo of any size',
};

export const auditWords = {
  sign_in: 'Signed in',
  sign_in_refused: 'Was refused a sign-in',
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
  goods_ordered: 'Put the goods in order',
  icon_added: 'Uploaded an icon',
  months_granted: 'Granted months',
  months_ended: 'Ended months',
  job_retried: 'Retried a job',
  jobs_retried: 'Retried jobs',
  job_discarded: 'Discarded a job',
} satisfies WordsFor<AuditAction>;

export const targetWords = {
  operator: 'Operator',
  session: 'Session',
  order: 'Order',
  good: 'Good',
  icon: 'Icon',
  user: 'User',
  job: 'Job',
} satisfies WordsFor<AuditTargetKind>;

export const detailWords = { path: 'Upload', color: 'Background', num: 'Months', size: 'Size' };

export const colourWords = { blue: 'Blue', red: 'Red', white: 'White' };
