/**
 * English: words for the names that the service uses for states, jobs, events and actions. Each table has the
 * service's own type, so a new name without a word does not compile.
 */

import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import type { Canceller } from '../../../src/domain/order.ts';
import type { OrderEventType } from '../../../src/domain/order-events.ts';
import type { AttemptState, RefundEventType, RefundState } from '../../../src/domain/payment-state.ts';
import type { AuditAction, AuditTargetKind } from '../../../src/usecases/callers/audit-store.ts';
import type { JobAttempt } from '../../../src/usecases/jobs/job-store.ts';
import type { JobTrouble } from '../../../src/usecases/jobs/view-job.ts';
import type { ApprovalState } from '../../../src/usecases/refunds/refund-store.ts';
import type { JobKind, OrderItem } from '../api/types.ts';
import { enPaymentNames } from './en-names-payments.ts';

type WordsFor<Name extends string> = Record<Name, string>;

export const enNames = {
  ...enPaymentNames,

  role: { viewer: 'Viewer', support: 'Support', owner: 'Owner' } satisfies WordsFor<OperatorRole>,

  orderStatus: {
    wait_pay: 'Unpaid',
    pay: 'Paid',
    cancal: 'Cancelled',
    wait_refund: 'Refund in progress',
    refund: 'Refunded',
  } satisfies WordsFor<OrderItem['status']>,

  dealStatus: {
    init: 'Not started',
    ing: 'Processing',
    done: 'Completed',
    fail: 'Failed',
  } satisfies WordsFor<OrderItem['deal_status']>,

  /** Payment and processing together, as `orderState` in components/order-state-badge.tsx computes it. */
  orderState: {
    wait_pay: 'Unpaid',
    cancelled: 'Cancelled',
    queued: 'Queued',
    in_work: 'Processing',
    finished: 'Completed',
    failed: 'Failed',
    refund_open: 'Refund in progress',
    refund_stuck: 'Refund failed',
    refunded: 'Refunded',
  },

  jobKind: {
    process_order: 'Process photo',
    check_payment: 'Check payment',
    close_payment: 'Close payment',
    refund_payment: 'Refund',
    report_delivery: 'Report delivery',
    send_ready_message: 'Send “picture ready” message',
    deliver_event: 'Deliver webhook',
    remove_file: 'Delete file',
    expire_orders: 'Expire unpaid orders',
    purge_files: 'Delete expired files',
    reconcile_day: 'Compare bills',
    fetch_disputes: 'Fetch disputes',
    audit_money: 'Self-audit',
    release_webhooks: 'Send kept webhooks',
  } satisfies WordsFor<JobKind>,

  jobEnd: {
    done: 'Succeeded',
    failed: 'Failed, will retry',
    exhausted: 'Failed, no retries left',
  } satisfies WordsFor<JobAttempt['end']>,

  jobTrouble: {
    dead: 'Failed',
    lease_ended: 'Worker lost',
    overdue: 'Overdue',
  } satisfies WordsFor<JobTrouble>,

  canceller: {
    customer: 'Customer',
    operator: 'Operator',
    expiry: 'Automatically, not paid in time',
  } satisfies WordsFor<Canceller>,

  attemptState: {
    opening: 'Starting',
    open: 'Waiting for the customer',
    declined: 'Declined',
    closed: 'Closed',
    won: 'Paid',
    surplus: 'Refunded automatically',
  } satisfies WordsFor<AttemptState>,

  refundState: {
    requested: 'Requested',
    pending: 'In progress',
    done: 'Refunded',
    failed: 'Failed',
    retried: 'Retried',
    doubted: 'Returned, checking with the provider',
  } satisfies WordsFor<RefundState | RefundEventType>,

  approvalState: {
    pending: 'To review',
    confirmed: 'Approved',
    rejected: 'Rejected',
  } satisfies WordsFor<ApprovalState>,

  orderEvent: {
    created: 'Order placed',
    paid: 'Payment received',
    cancelled: 'Order cancelled',
    work_started: 'Processing started',
    work_returned: 'Returned to the queue',
    work_done: 'Processing completed',
    work_failed: 'Processing failed',
    work_retried: 'Processing retried',
    months_refunded: 'Months refunded',
    refund_requested: 'Refund requested',
    refund_failed: 'Refund failed',
    refund_retried: 'Refund retried',
    refund_done: 'Refund completed',
    refund_doubted: 'Provider reports the refund as returned',
    result_purged: 'Photo deleted, storage time over',
  } satisfies WordsFor<OrderEventType>,

  goodKind: {
    mark_order_zhaopianshangse: 'Photo colourisation',
    mark_order_yiCunZhao: 'ID photo',
    mark_order_vip: 'Membership',
    mark_order_id_photo: 'ID photo, any size',
  },

  auditAction: {
    sign_in: 'Signed in',
    sign_in_refused: 'Sign-in refused',
    sign_out: 'Signed out',
    second_factor_refused: 'Second factor refused',
    reauthenticated: 'Confirmed the own identity',
    reauthentication_refused: 'Confirmation of identity refused',
    second_factor_added: 'Added a second factor',
    second_factor_removed: 'Removed a second factor',
    recovery_codes_made: 'Made recovery codes',
    sign_in_rules_changed: 'Changed the sign-in rules',
    session_revoked: 'Ended a session',
    password_changed: 'Changed own password',
    password_reset: 'Reset a password',
    api_token_created: 'Created an API token',
    api_token_revoked: 'Revoked an API token',
    operator_added: 'Added an operator',
    operator_changed: 'Changed an operator',
    order_number_shown: 'Viewed the order number',
    order_cancelled: 'Cancelled the order',
    refund_requested: 'Refunded the order',
    refund_retried: 'Retried the refund',
    refund_approval_requested: 'Requested a refund',
    refund_approval_confirmed: 'Approved the refund',
    refund_approval_rejected: 'Rejected the refund',
    order_retried: 'Retried the order',
    event_resent: 'Redelivered a webhook',
    events_read: 'Read events',
    webhook_endpoint_added: 'Added a webhook endpoint',
    webhook_endpoint_changed: 'Edited a webhook endpoint',
    webhook_secret_rotated: 'Changed the secret of a webhook endpoint',
    webhook_endpoint_paused: 'Paused a webhook endpoint',
    webhook_endpoint_resumed: 'Resumed a webhook endpoint',
    webhook_endpoint_switched_off: 'Switched off a webhook endpoint',
    webhook_endpoint_removed: 'Removed a webhook endpoint',
    webhook_tested: 'Sent a test event',
    webhooks_replayed: 'Replayed webhooks',
    good_added: 'Added a product',
    good_changed: 'Edited a product',
    goods_ordered: 'Reordered the products',
    icon_added: 'Uploaded an icon',
    months_granted: 'Granted membership',
    months_ended: 'Ended membership',
    job_retried: 'Retried a job',
    jobs_retried: 'Retried jobs',
    job_discarded: 'Discarded a job',
    difference_remedied: 'Carried out a remedy',
    difference_resolved: 'Resolved a difference',
    bill_requested: 'Had a bill fetched again',
  } satisfies WordsFor<AuditAction>,

  auditTarget: {
    operator: 'Operator',
    session: 'Session',
    order: 'Order',
    good: 'Product',
    icon: 'Icon',
    user: 'Customer',
    job: 'Job',
    difference: 'Difference',
    bill: 'Bill',
    webhook_endpoint: 'Webhook endpoint',
  } satisfies WordsFor<AuditTargetKind>,

  orderDetail: {
    path: 'Upload',
    color: 'Background',
    num: 'Months',
    size: 'Size',
    correct: 'Light correction',
  },

  colour: { blue: 'Blue', red: 'Red', white: 'White' },

  provider: {
    sandbox: 'Sandbox',
    stripe: 'Stripe',
    wechat: 'WeChat Pay',
    wechat_virtual: 'WeChat virtual payment',
    alipay: 'Alipay',
  },

  channel: { checkout: 'checkout page', qr: 'QR code' },

  flag: { true: 'Yes', false: 'No' },

  jobState: { ready: 'Waiting', running: 'Running', dead: 'Failed' },

  auditField: {
    address: 'Address',
    endpoint_id: 'Endpoint',
    events: 'Events',
    former_until: 'Former secret until',
    from: 'From',
    to: 'To',
    newest: 'Newest event',
    oldest: 'Oldest event',
    off_reason: 'Cause',
    amount: 'Amount',
    api_tokens_revoked: 'API tokens revoked',
    approval: 'Approval',
    approval_id: 'Approval number',
    attempts: 'Attempts',
    billed_amount: 'Amount in the bill',
    billed_state: 'Status in the bill',
    currency: 'Currency',
    days: 'Valid for (days)',
    deal_status: 'Processing',
    disabled: 'Disabled',
    event_id: 'Webhook',
    funct_name: 'Type',
    grant_id: 'Membership number',
    height: 'Height',
    icon: 'Icon',
    jobs: 'Jobs retried',
    key: 'Key',
    kind: 'Type',
    last_error: 'Error',
    left: 'Jobs left',
    member_price: 'Member price',
    member_until: 'Member until',
    months: 'Months',
    name: 'Name',
    on_shelf: 'Active',
    number: 'Number',
    operator: 'Operator',
    order: 'Order of the products',
    order_no: 'Order number',
    own_amount: 'Amount in the shop',
    own_state: 'Status in the shop',
    price: 'Price',
    provider: 'Payment provider',
    refund_no: 'Refund number',
    refunds: 'Refunds retried',
    remedy: 'Remedy',
    requested_by: 'Requested by',
    resolution: 'Resolution',
    retried: 'Jobs retried',
    role: 'Role',
    sessions_ended: 'Sessions ended',
    sort: 'Position',
    state: 'Status',
    status: 'Payment',
    summary: 'Description',
    times: 'Refusals',
    title: 'Title',
    type: 'Event',
    width: 'Width',
    work_again: 'Processed again',
  },
};
