/** Made-up responses of the console’s API about goods, users, money and the state of the service. */

import type { Goods, Health, Money, UserDetail } from '../../web/console/api/types.ts';
import { at, later, scriptTitle } from './made-up-values.ts';

export const goods: Goods = {
  goods: [
    {
      id: 1,
      title: scriptTitle,
      summary: scriptTitle,
      description: scriptTitle,
      title_en: scriptTitle,
      summary_en: '',
      description_en: '',
      title_zh: '',
      summary_zh: '',
      description_zh: '',
      icon: '/icons/id-photo.svg',
      picture: '',
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

export const user: UserDetail = {
  id: 7,
  kind: 'user',
  issuer: 'wechat',
  subject: scriptTitle,
  created_at: at,
  erased_at: null,
  member_until: later,
  is_member: true,
  orders: 3,
  last_order_at: later,
  spent: [{ currency: 'CNY', amount: 2970, orders: 2 }],
  grants: [
    {
      id: 1,
      order_id: null,
      order_no: null,
      months_refunded: 0,
      months: 1,
      granted_at: at,
      until: '2099-01-01T00:00:00.000Z',
      can_end: true,
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
  settled: 0,
  settled_count: 0,
  surplus_returned_count: 0,
  open: 500,
  open_count: 1,
};

export function money(from: string, to: string): Money {
  return {
    from,
    to,
    time_zone: 'Asia/Shanghai',
    days: [{ day: to, ...row }],
    totals: [{ day: null, ...row }],
    refused_notifications: [
      { provider: 'sandbox', code: 'signature', times: 3, last_at: at, last_why: 'signature wrong' },
    ],
    open_differences: 2,
    open_refunds: [{ currency: 'CNY', amount: 990, count: 1 }],
  };
}

export const health: Health = {
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
  providers: [
    {
      name: 'stripe',
      running: 0,
      ...{ calls: 240, errors: 0, refusals: 2, median_ms: 180, slowest_ms: 940 },
      operations: [
        { operation: 'open', calls: 60, errors: 0, refusals: 2, median_ms: 260, slowest_ms: 940 },
        { operation: 'query', calls: 180, errors: 0, refusals: 0, median_ms: 150, slowest_ms: 400 },
      ],
      last_error: null,
    },
    {
      name: 'alipay',
      running: 3,
      ...{ calls: 40, errors: 38, refusals: 0, median_ms: 5_000, slowest_ms: 5_010 },
      operations: [
        { operation: 'open', calls: 40, errors: 38, refusals: 0, median_ms: 5_000, slowest_ms: 5_010 },
      ],
      last_error: { operation: 'open', outcome: 'unreachable', at: later, words: 'no answer within 5 s' },
    },
  ],
};
