/** Made-up responses of the console’s API about an order and its jobs. */

import { maskOrderNos } from '../../src/usecases/mask-numbers.ts';
import type {
  Job,
  OrderCounts,
  OrderDetail,
  OrderItem,
  OrderThumbnails,
  SavedFilters,
} from '../../web/console/api/types.ts';
import { at, later, orderNo, scriptTitle } from './made-up-values.ts';

export const order: OrderItem = {
  id: 1,
  order_no: maskOrderNos(orderNo),
  user_id: 7,
  goods_id: 1,
  good_title: scriptTitle,
  funct_name: 'mark_order_yiCunZhao',
  price: 500,
  currency: 'CNY',
  status: 'pay',
  deal_status: 'fail',
  version: 4,
  created_at: at,
  paid_at: later,
  refund_state: null,
  refundable: 500,
};

const anyOrder = {
  ...{ status: null, deal_status: null, goods_id: null, refund_state: null },
  ...{ period: null, from: null, to: null },
};

export const savedFilters: SavedFilters = {
  filters: [
    { ...anyOrder, id: 'wait_refund', name: null, status: 'wait_refund', count: 3 },
    { ...anyOrder, id: 'refund_failed', name: null, refund_state: 'failed', count: 0 },
    { ...anyOrder, id: 'failed', name: null, deal_status: 'fail', period: 'last_7_days', count: 12 },
    { ...anyOrder, id: 'paid_today', name: null, status: 'pay', period: 'today', count: 1000 },
    { ...anyOrder, id: '1a2b3c', name: scriptTitle, goods_id: 1, count: 1 },
  ],
};

/** A green square of 1 × 1 pixels. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==';

export const thumbnails: OrderThumbnails = { thumbnails: [{ id: 1, image: picture }], pending: [] };

export const counts: OrderCounts = {
  from: at,
  to: later,
  total: 9,
  counts: [
    { status: 'pay', deal_status: 'done', refund_failed: false, orders: 3 },
    { status: 'pay', deal_status: 'fail', refund_failed: false, orders: 2 },
    { status: 'wait_refund', deal_status: 'fail', refund_failed: false, orders: 1 },
    { status: 'wait_refund', deal_status: 'fail', refund_failed: true, orders: 2 },
    { status: 'wait_refund', deal_status: 'init', refund_failed: true, orders: 1 },
  ],
};

export const job: Job = {
  id: 3,
  kind: 'process_order',
  key: maskOrderNos(orderNo),
  trouble: 'dead',
  state: 'dead',
  attempts: 5,
  attempts_max: 5,
  created_at: at,
  run_at: at,
  due_at: later,
  last_error: scriptTitle,
  request_id: 'r-1',
  order_id: 1,
  order_no: maskOrderNos(orderNo),
  can_retry: true,
  can_discard: true,
};

/** The order while the settlement of its failed refund waits for a second operator. */
export function settlementToApprove(): OrderDetail {
  const approval = {
    ...{ id: 4, order_id: 1, order_no: orderNo, amount: 500, months: null, currency: 'CNY' },
    ...{ settled_refund_no: 'R0HK5X9PAW7Q2M4T6Z8C1B3ND00', reason: scriptTitle, requested_by: 'bea' },
    ...{ requested_at: at, decided_by: null, decided_at: null, decision_reason: null },
    state: 'pending',
  } as const;
  return { ...detail('owner'), approval, actions: ['confirm_refund', 'reject_refund'] };
}

export function detail(role: 'viewer' | 'owner'): OrderDetail {
  return {
    ...order,
    owned_by: 'guest',
    from_user_id: null,
    email: null,
    details: { path: 'up_1', color: 'blue' },
    expires_at: later,
    cancelled_at: null,
    cancelled_by: null,
    fail_reason: 'no_face',
    fail_sentence: 'No face was found in the photo.',
    result_until: null,
    user: { id: 7, kind: 'guest', issuer: null, subject: null, member_until: null, erased_at: null },
    input: role === 'owner' ? { url: '/icons/id-photo.svg', width: 600, height: 800 } : null,
    result: null,
    payments: [
      {
        id: 1,
        payment_no: 'p1',
        provider: 'sandbox',
        channel: 'page',
        amount: 500,
        joint_amount: 1500,
        currency: 'CNY',
        state: 'won',
        provider_ref: 'sbx_1',
        received: 500,
        received_at: later,
        created_at: at,
      },
    ],
    refunds: [
      {
        ...{
          id: 1,
          refund_no: 'R0HK5X9PAW7Q2M4T6Z8C1B3ND00',
          purpose: 'surplus',
          months: null,
          provider_refund_id: null,
        },
        ...{ amount: 500, currency: 'CNY', state: 'failed', provider: 'sandbox', reason: scriptTitle },
        ...{
          failure_code: 'payer_account_abnormal',
          last_error: null,
          settled_by: null,
          provider_done_at: null,
        },
        ...{ requested_at: at, finished_at: null, settle_offer: role === 'owner' ? 'requested' : null },
      },
    ],
    disputes: [],
    problems: [
      {
        ...{ id: 1, reason: 'outline', note: scriptTitle, area: null, picture: null, reported_at: at },
        ...{ state: 'answered', answer: 'reply', reply: scriptTitle, answered_by: 'bea' },
        ...{ answered_at: later, remake_error: null },
      },
      {
        ...{ id: 2, reason: 'colours', note: `${scriptTitle}\nThe sky.`, reported_at: later },
        area: { left: 250, top: 0, width: 500, height: 250 },
        picture: role === 'owner' ? '/icons/id-photo.svg' : null,
        ...{ state: 'open', answer: null, reply: null, answered_by: null, answered_at: null },
        remake_error: 'cut_out_failed',
      },
    ],
    events: [
      {
        event_id: 'evt_1',
        type: 'order.paid',
        created_at: later,
        delivered_at: null,
        last_error: 'HTTP 500',
        attempts: 2,
      },
    ],
    jobs: [job],
    approval: null,
    refundable: 500,
    month_refunds: { refunded_before: 0, offers: [] },
    timeline: [
      { at, kind: 'history', what: 'created', actor: 'customer', data: {} },
      { at: later, kind: 'notify', what: 'won', actor: 'provider sandbox', data: { received: 500 } },
      { at: later, kind: 'payment', what: 'won', actor: 'provider sandbox', data: {} },
      { at: later, kind: 'event', what: 'order.paid', actor: 'system', data: {} },
      {
        at: later,
        kind: 'job',
        what: 'process_order',
        actor: 'system',
        data: { end: 'exhausted', attempt: 5, duration_ms: 1240, error: scriptTitle },
      },
      { at: later, kind: 'problem', what: 'reported', actor: 'customer', data: { reason: 'outline' } },
      { at: later, kind: 'problem', what: 'answered', actor: 'operator bea', data: { answer: 'reply' } },
      { at: later, kind: 'operator', what: 'order_retried', actor: 'operator anna', data: {} },
    ],
    actions: role === 'owner' ? ['refund', 'retry', 'resend_event'] : [],
  };
}
