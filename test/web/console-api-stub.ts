/** Made-up responses of the console's API for tests of the pages. Their types follow docs/openapi.json. */

import type { Page } from 'playwright-core';
import { maskOrderNos } from '../../src/usecases/mask-numbers.ts';
import type {
  ApiTokens,
  AuditPage,
  Goods,
  Health,
  Job,
  Money,
  OrderCounts,
  OrderDetail,
  OrderItem,
  Permission,
  SecondFactors,
  Session,
  Sessions,
  UserDetail,
} from '../../web/console/api/types.ts';

export const scriptTitle = '<script>alert(1)</script><img src=x onerror=alert(2)>';

const at = '2026-11-21T04:33:56.000Z';
const later = '2026-11-21T04:34:36.000Z';
const orderNo = '1M7Y80X4N81AQTQZBCWQV4AB3T9A';

const viewerMay: readonly Permission[] = [
  'own_account',
  'orders_see',
  'goods_see',
  'users_see',
  'jobs_see',
  'money_see',
  'health_see',
];
const ownerMay: readonly Permission[] = [
  ...viewerMay,
  'pictures_see',
  'order_numbers_see',
  'orders_cancel',
  'orders_refund',
  'jobs_retry',
  'memberships_change',
  'jobs_discard',
  'goods_change',
  'operators_manage',
  'audit_log_see',
];

export function session(role: 'viewer' | 'owner'): Session {
  return {
    operator: { id: 1, name: 'anna', role, disabled: false, created_at: null },
    permissions: [...(role === 'owner' ? ownerMay : viewerMay)],
    csrf_token: 'token',
    expires_at: later,
    idle_expires_at: later,
    weak_password: false,
    second_factor: 'on',
    shop: {
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      public_url: 'http://127.0.0.1',
      version: '0.1.0',
      refund_approval: null,
      events: true,
      providers: ['sandbox'],
    },
  };
}

const order: OrderItem = {
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
  created_at: at,
  paid_at: later,
  refund_state: null,
};

const counts: OrderCounts = {
  from: at,
  to: later,
  total: 5,
  counts: [
    { status: 'pay', deal_status: 'done', orders: 3 },
    { status: 'pay', deal_status: 'fail', orders: 2 },
  ],
};

const job: Job = {
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

function detail(role: 'viewer' | 'owner'): OrderDetail {
  return {
    ...order,
    owned_by: 'guest',
    from_user_id: null,
    details: { path: 'up_1', color: 'blue' },
    expires_at: later,
    cancelled_at: null,
    cancelled_by: null,
    fail_reason: 'no_face',
    fail_sentence: 'No face was found in the photo.',
    result_until: null,
    user: { id: 7, kind: 'guest', issuer: null, subject: null, member_until: null },
    input: role === 'owner' ? { url: '/icons/id-photo.svg', width: 600, height: 800 } : null,
    result: null,
    payments: [
      {
        id: 1,
        payment_no: 'p1',
        provider: 'sandbox',
        channel: 'page',
        amount: 500,
        currency: 'CNY',
        state: 'won',
        provider_ref: 'sbx_1',
        received: 500,
        received_at: later,
        created_at: at,
      },
    ],
    refunds: [],
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
      { at: later, kind: 'operator', what: 'order_retried', actor: 'operator anna', data: {} },
    ],
    actions: role === 'owner' ? ['refund', 'retry', 'resend_event'] : [],
  };
}

const goods: Goods = {
  goods: [
    {
      id: 1,
      title: scriptTitle,
      summary: scriptTitle,
      icon: '/icons/id-photo.svg',
      price: 500,
      member_price: 400,
      sort: 10,
      funct_name: 'mark_order_yiCunZhao',
      on_shelf: true,
      version: 'seen',
    },
  ],
  kinds: [{ funct_name: 'mark_order_yiCunZhao', summary: '' }],
};

const user: UserDetail = {
  id: 7,
  kind: 'user',
  issuer: 'wechat',
  subject: scriptTitle,
  created_at: at,
  member_until: later,
  is_member: true,
  grants: [
    {
      id: 1,
      order_id: null,
      order_no: null,
      months: 1,
      granted_at: at,
      granted_by: 'operator anna',
      reason: scriptTitle,
      revoked_at: null,
      revoked_by: null,
      revoke_reason: null,
    },
  ],
};

const row = {
  provider: 'sandbox',
  currency: 'CNY',
  takings: 990,
  takings_count: 1,
  surplus: 0,
  surplus_count: 0,
  refunds: 500,
  refunds_count: 1,
  surplus_returned: 0,
  surplus_returned_count: 0,
  open: 500,
  open_count: 1,
};

function money(from: string, to: string): Money {
  return {
    from,
    to,
    time_zone: 'Asia/Shanghai',
    days: [{ day: to, ...row }],
    totals: [{ day: null, ...row }],
  };
}

const health: Health = {
  version: '0.1.0',
  database: 'sqlite',
  started_at: at,
  now: later,
  disk: { total_bytes: 64e9, free_bytes: 21e9 },
  clock: { stepped_ms: 0, deadlines_held_ms: 0 },
  image_protections: {
    active: ['permission_model', 'no_new_privileges'],
    missing: ['own_user', 'no_network', 'private_files'],
    reason: 'unshare: Operation not permitted',
  },
  queues: [{ kind: 'process_order', ready: 3, running: 1, dead: 1, oldest_due_age_ms: 42_000 }],
  workers: [{ id: 'w1', host: 'box', version: '0.1.0', started_at: at, seen_at: later, alive: true }],
  processing: [{ kind: 'process_order', done: 40, failed: 2, p50_ms: 840, p95_ms: 3900 }],
};

const apiTokens: ApiTokens = {
  api_tokens: [
    {
      id: 1,
      name: scriptTitle,
      role: 'viewer',
      operator_name: 'anna',
      created_at: at,
      expires_at: later,
      used_at: null,
    },
  ],
};

const sessions: Sessions = {
  sessions: [
    {
      id: 1,
      operator_id: 1,
      operator_name: 'anna',
      created_at: at,
      seen_at: later,
      expires_at: later,
      user_agent: scriptTitle,
      address: '127.0.0.1',
      current: true,
    },
  ],
};

const audit: AuditPage = {
  entries: [
    {
      id: 1,
      at,
      operator: 'anna',
      action: 'good_changed',
      target_kind: 'good',
      target_id: '1',
      order_id: null,
      address: '127.0.0.1',
      request_id: 'r-1',
      reason: scriptTitle,
      before: { price: 400 },
      after: { price: 500 },
    },
  ],
  before: null,
};

const secondFactors: SecondFactors = {
  required: false,
  authenticator_app_since: later,
  passkeys: [{ id: 1, name: 'laptop', created_at: later, used_at: null }],
  passkeys_possible: true,
  recovery_codes_left: 2,
};

function answerOf(path: string, query: URLSearchParams, role: 'viewer' | 'owner'): unknown {
  if (path === 'session') return session(role);
  if (path === 'order_counts') return counts;
  if (path === 'orders') return { orders: [order], before: null };
  if (path.startsWith('orders/')) return detail(role);
  if (path === 'refund_approvals') return { approvals: [], before: null };
  if (path === 'goods') return goods;
  if (path === 'users') return { users: [user], before: null };
  if (path.startsWith('users/')) return user;
  if (path === 'jobs') {
    const stuck: Job = { ...job, trouble: 'lease_ended', state: 'running', attempts: 1 };
    return { jobs: [query.get('trouble') === 'stuck' ? stuck : job], before: null };
  }
  if (path === 'money') return money(query.get('from') ?? '', query.get('to') ?? '');
  if (path === 'health') return health;
  if (path === 'operators') {
    return {
      operators: [{ ...session(role).operator, second_factor: true }],
      second_factor_required: false,
    };
  }
  if (path === 'second_factor') return secondFactors;
  if (path === 'sessions') return sessions;
  if (path === 'api_tokens') return apiTokens;
  return path === 'audit_log' ? audit : undefined;
}

/** Responds to every API call of the page; the page itself comes from the service. */
export async function stubApi(page: Page, role: 'viewer' | 'owner'): Promise<void> {
  await page.route('**/admin/api/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const answer = answerOf(pathname.replace('/admin/api/', ''), searchParams, role);
    return answer === undefined ? route.abort() : route.fulfill({ json: answer });
  });
}
