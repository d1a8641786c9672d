/**
 * The English words for the names that the service uses for states, jobs, events and actions. Each table has the
 * service's own type, so a new name without a word does not compile.
 */

import type { IdPhotoSizeName } from '../../../src/domain/goods/id-photo.ts';
import type { DocumentBackground } from '../../../src/domain/goods/photo-background.ts';
import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import type { Canceller } from '../../../src/domain/order.ts';
import type { OrderEventType } from '../../../src/domain/order-events.ts';
import type { AttemptState, RefundEventType, RefundState } from '../../../src/domain/payment-state.ts';
import type { JobAttempt } from '../../../src/usecases/jobs/job-store.ts';
import type { JobTrouble } from '../../../src/usecases/jobs/view-job.ts';
import type { ApprovalState } from '../../../src/usecases/refunds/refund-store.ts';
import type { JobKind, OrderItem } from '../api/types.ts';
import { enAuditNames } from './en-names-audit.ts';
import { enPaymentNames } from './en-names-payments.ts';

type WordsFor<Name extends string> = Record<Name, string>;

export const enNames = {
  ...enPaymentNames,
  ...enAuditNames,

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
    remake_picture: 'Make a picture again',
    check_payment: 'Check payment',
    close_payment: 'Close payment',
    refund_payment: 'Refund',
    report_delivery: 'Report delivery',
    send_ready_message: 'Send “picture ready” message',
    send_email: 'Send e-mail',
    deliver_event: 'Deliver webhook',
    remove_file: 'Delete file',
    expire_orders: 'Expire unpaid orders',
    forget_again: 'Erase customers again after a restore',
    purge_icons: 'Remove unused pictures',
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
    settled: 'Settled in another way',
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
    refund_confirmed: 'Provider confirms the refund',
    refund_settled: 'Refund settled in another way',
    refund_doubted: 'Provider reports the refund as returned',
    result_replaced: 'New picture replaced the former one',
    result_purged: 'Photo deleted, storage time over',
  } satisfies WordsFor<OrderEventType>,

  goodKind: {
    mark_order_zhaopianshangse: 'Photo colourisation',
    mark_order_yiCunZhao: 'ID photo',
    mark_order_vip: 'Membership',
    mark_order_id_photo: 'ID photo, any size',
    mark_order_photo_restore: 'Old photo restoration',
  },

  orderDetail: {
    path: 'Upload',
    color: 'Background',
    num: 'Months',
    size: 'Size',
    document: 'Document',
    width: 'Width',
    height: 'Height',
    unit: 'Unit',
    dpi: 'Print density (dpi)',
    kb_min: 'Smallest file (kB)',
    kb_max: 'Largest file (kB)',
    crop_only: 'Cropped only',
    correct: 'Light correction',
    cut_strokes: 'Cut-out mended by the customer',
    colour: 'In colour',
    enlarge: 'Enlarged ×2',
  },

  photoSize: {
    one_inch: 'One inch',
    two_inch: 'Two inch',
    small_one_inch: 'Small one inch',
    small_two_inch: 'Small two inch',
    large_one_inch: 'Large one inch',
    large_two_inch: 'Large two inch',
    five_inch: 'Five inch',
    english_test: 'English test (CET)',
    computer_test: 'Computer test (NCRE)',
    postgraduate: 'Postgraduate entrance exam',
    social_security: 'Social security card',
    driving_licence: 'Driving licence',
    us_visa: 'US visa',
    korea_visa: 'South Korean visa',
    japan_visa: 'Japanese visa',
  } satisfies WordsFor<IdPhotoSizeName>,

  colour: {
    blue: 'Blue',
    red: 'Red',
    white: 'White',
    off_white: 'Off-white',
    light_grey: 'Light grey',
    light_blue: 'Light blue',
    cream: 'Cream',
  } satisfies WordsFor<DocumentBackground>,

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
};
