/** Answers calls of the console's API with made-up responses, for tests of pages. Types follow docs/openapi.json. */

import type { Page } from 'playwright-core';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import type { Documents, Job } from '../../web/console/api/types.ts';
import { inbox, notes } from './made-up-inbox.ts';
import { numbers } from './made-up-numbers.ts';
import { apiTokens, audit, secondFactors, session, sessions } from './made-up-operators.ts';
import { counts, detail, job, order, savedFilters, thumbnails } from './made-up-orders.ts';
import { bills, differences } from './made-up-reconciliation.ts';
import { settings } from './made-up-settings.ts';
import { goods, health, money, user } from './made-up-shop.ts';

const documents: Documents = {
  documents: documentRules.slice(0, 6).map((rule, index) => ({
    id: rule.id,
    on_sale: index !== 2,
    origin: index === 1 ? 'changed' : 'shipped',
    version: index === 1 ? 3 : null,
    rule: { ...rule },
  })),
};

function answerOf(path: string, query: URLSearchParams, role: 'viewer' | 'owner'): unknown {
  if (path === 'session') return session(role);
  if (path === 'order_counts') return counts;
  if (path === 'saved_filters') return savedFilters;
  if (path === 'order_thumbnails') return thumbnails;
  if (path === 'orders') return { orders: [order], before: null };
  if (path.startsWith('orders/')) return detail(role);
  if (path === 'inbox') return inbox;
  if (path === 'notes') return notes;
  if (path === 'numbers') return numbers(query.get('from') ?? '', query.get('to') ?? '');
  if (path === 'refund_approvals') return { approvals: [], before: null };
  if (path === 'goods') return goods;
  if (path === 'settings') return settings;
  if (path === 'documents') return documents;
  if (path === 'users') return { users: [user], before: null };
  if (path.startsWith('users/')) return user;
  if (path === 'jobs') {
    const stuck: Job = { ...job, trouble: 'lease_ended', state: 'running', attempts: 1 };
    return { jobs: [query.get('trouble') === 'stuck' ? stuck : job], before: null };
  }
  if (path === 'money') return money(query.get('from') ?? '', query.get('to') ?? '');
  if (path === 'reconciliation/differences')
    return { differences: differences(query.get('state') ?? 'open'), before: null };
  if (path === 'reconciliation/bills') return { bills: bills(query.get('to') ?? '') };
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

/** Answers every API call of the page with a made-up response; the files of the page come from the service. */
export async function stubApi(page: Page, role: 'viewer' | 'owner'): Promise<void> {
  await page.route('**/admin/api/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const answer = answerOf(pathname.replace('/admin/api/', ''), searchParams, role);
    return answer === undefined ? route.abort() : route.fulfill({ json: answer });
  });
}
