/** Made-up responses of the console’s API about operators, their sessions and what they did. */

import type {
  ApiTokens,
  AuditPage,
  Permission,
  SecondFactors,
  Session,
  Sessions,
} from '../../web/console/api/types.ts';
import { at, later, scriptTitle } from './made-up-values.ts';

const viewerMay: readonly Permission[] = [
  'own_account',
  'orders_see',
  'goods_see',
  'users_see',
  'jobs_see',
  'money_see',
  'health_see',
  'settings_see',
];
const ownerMay: readonly Permission[] = [
  ...viewerMay,
  'pictures_see',
  'order_numbers_see',
  'inbox_work',
  'orders_cancel',
  'orders_refund',
  'jobs_retry',
  'differences_resolve',
  'memberships_change',
  'users_merge',
  'customers_erase',
  'jobs_discard',
  'goods_change',
  'settings_change',
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

export const apiTokens: ApiTokens = {
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

export const sessions: Sessions = {
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

export const audit: AuditPage = {
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

export const secondFactors: SecondFactors = {
  required: false,
  authenticator_app_since: later,
  passkeys: [{ id: 1, name: 'laptop', created_at: later, used_at: null }],
  passkeys_possible: true,
  recovery_codes_left: 2,
};
