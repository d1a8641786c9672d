/** Every call of the console by an operator of each role: 403 for exactly the calls that the role does not permit. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { may, operatorRoles, type Permission } from '../../../src/domain/operator-roles.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';
import { testApp } from '../../support/test-app.ts';

interface Call {
  /** The permission that the call needs; null if every signed-in operator may make it. */
  readonly needs: Permission | null;
  readonly body?: object;
  readonly query?: string;
}

const reason = 'asked for';
const good = {
  ...{ title: 'T', summary: 'S', icon: 'icons/x.svg', price: 100, sort: 1 },
  ...{ funct_name: 'mark_order_vip', on_shelf: false },
};

const passkey = { credential_id: 'x', client_data: 'x', authenticator_data: 'x', signature: 'x' };
const newPasskey = {
  ...{ name: 'key', credential_id: 'x', client_data: 'x', attestation_object: 'x' },
  transports: ['usb'],
};

/** The calls by method and path as in the OpenAPI document, each with its permission and a valid body. */
const calls: Readonly<Record<string, Call>> = {
  'GET webhook_endpoints': { needs: 'webhooks_see' },
  'POST webhook_endpoints': { needs: 'webhooks_manage', body: { url: 'https://erp.example/' } },
  'POST webhook_endpoints/{id}': { needs: 'webhooks_manage', body: { url: 'https://erp.example/' } },
  'POST webhook_endpoints/{id}/rotate': { needs: 'webhooks_manage' },
  'POST webhook_endpoints/{id}/pause': { needs: 'webhooks_manage' },
  'POST webhook_endpoints/{id}/resume': { needs: 'webhooks_manage' },
  'POST webhook_endpoints/{id}/test': { needs: 'webhooks_manage' },
  'DELETE webhook_endpoints/{id}': { needs: 'webhooks_manage' },
  'GET webhook_endpoints/{id}/deliveries': { needs: 'webhooks_see' },
  'POST webhook_endpoints/{id}/replay': { needs: 'jobs_retry', body: { event_id: 'none' } },
  'GET events': { needs: 'webhooks_see' },
  'GET session': { needs: null },
  'DELETE session': { needs: null },
  'GET sessions': { needs: 'own_account' },
  'GET sessions whose=all': { needs: 'operators_manage', query: '?whose=all' },
  'DELETE sessions/{id}': { needs: 'operators_manage' },
  'POST password': {
    needs: 'own_account',
    body: { old_password: 'none of theirs', new_password: 'a fresh password' },
  },
  'POST session/reauthenticate': { needs: 'own_account', body: { code: '1' } },
  'POST session/reauthenticate_passkey': { needs: 'own_account', body: passkey },
  'POST session/reauthentication_options': { needs: 'own_account', body: {} },
  'GET second_factor': { needs: 'own_account' },
  'POST second_factor/authenticator_app': { needs: 'own_account', body: {} },
  'POST second_factor/authenticator_app/confirm': { needs: 'own_account', body: { code: '1' } },
  'DELETE second_factor/authenticator_app': { needs: 'own_account' },
  'POST second_factor/recovery_codes': { needs: 'own_account', body: {} },
  'POST second_factor/passkey_options': { needs: 'own_account', body: {} },
  'POST second_factor/passkeys': { needs: 'own_account', body: newPasskey },
  'DELETE second_factor/passkeys/{id}': { needs: 'own_account' },
  'DELETE operators/{id}/second_factor': { needs: 'operators_manage' },
  'POST sign_in_rules': { needs: 'operators_manage', body: { second_factor_required: false } },
  'GET api_tokens': { needs: 'own_account' },
  'GET api_tokens whose=all': { needs: 'operators_manage', query: '?whose=all' },
  'POST api_tokens': { needs: 'own_account', body: { name: 'script', role: 'viewer', days: 1 } },
  'DELETE api_tokens/{id}': { needs: 'operators_manage' },
  'GET operators': { needs: 'operators_manage' },
  'POST operators': { needs: 'operators_manage', body: { name: 'new', role: 'viewer' } },
  'POST operators/{id}': { needs: 'operators_manage', body: { disabled: true } },
  'POST operators/{id}/password': { needs: 'operators_manage', body: {} },
  'GET audit_log': { needs: 'audit_log_see' },
  'GET orders': { needs: 'orders_see' },
  'GET orders.csv': { needs: 'orders_see' },
  'GET saved_filters': { needs: 'orders_see' },
  'POST saved_filters': { needs: 'orders_see', body: { name: 'x' } },
  'POST saved_filters/{id}': { needs: 'orders_see', body: { name: 'x' } },
  'POST saved_filter_order': { needs: 'orders_see', body: { ids: [] } },
  'GET order_thumbnails': { needs: 'pictures_see', query: '?ids=1' },
  'GET search': { needs: 'orders_see', query: '?q=1' },
  'GET order_counts': { needs: 'orders_see', query: '?from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z' },
  'GET orders/{id}': { needs: 'orders_see' },
  'POST orders/{id}/number': { needs: 'order_numbers_see', body: {} },
  'POST orders/{id}/cancel': { needs: 'orders_cancel', body: {} },
  'POST orders/{id}/refund': { needs: 'orders_refund', body: { reason } },
  'POST orders/{id}/refund_months': {
    needs: 'orders_refund',
    body: { months: 1, refunded_before: 0, reason },
  },
  'POST orders/{id}/settle_refund': { needs: 'orders_refund', body: { refund_no: 'R1', reason } },
  'POST orders/{id}/retry': { needs: 'jobs_retry', body: {} },
  'POST orders/{id}/resend_event': { needs: 'jobs_retry', body: { event_id: 'e1' } },
  'GET refund_approvals': { needs: 'orders_see' },
  'POST refund_approvals/{id}/confirm': { needs: 'orders_refund', body: {} },
  'POST refund_approvals/{id}/reject': { needs: 'orders_refund', body: { reason } },
  'GET goods': { needs: 'goods_see' },
  'POST goods': { needs: 'goods_change', body: good },
  'POST goods/{id}': { needs: 'goods_change', body: good },
  'POST goods_import': { needs: 'goods_change', body: { goods: [] } },
  'POST goods_order': { needs: 'goods_change', body: { ids: [] } },
  'GET documents': { needs: 'goods_see' },
  'POST documents/{document}': { needs: 'goods_change', body: { on_sale: true, rule: 'no rule' } },
  'POST document_preview': { needs: 'goods_change', body: { rule: 'no rule' } },
  'POST icons': { needs: 'goods_change' },
  'POST good_pictures': { needs: 'goods_change' },
  'GET settings': { needs: 'settings_see' },
  'POST settings': { needs: 'settings_change', body: {} },
  'GET users': { needs: 'users_see' },
  'GET users/{id}': { needs: 'users_see' },
  'GET users/{id}/erasure': { needs: 'customers_erase' },
  'POST users/{id}/erase': { needs: 'customers_erase' },
  'GET orders/{id}/erasure': { needs: 'customers_erase' },
  'POST orders/{id}/erase': { needs: 'customers_erase' },
  'POST users/{id}/merge': { needs: 'users_merge', body: { into: 1, reason } },
  'POST users/{id}/grants': { needs: 'memberships_change', body: { months: 1, reason } },
  'POST users/{id}/grants/{grant_id}/end': { needs: 'memberships_change', body: { reason } },
  'GET jobs': { needs: 'jobs_see' },
  'POST jobs/{id}/retry': { needs: 'jobs_retry', body: {} },
  'POST jobs/retry_all': { needs: 'jobs_retry', body: {} },
  'POST jobs/{id}/discard': { needs: 'jobs_discard', body: { reason } },
  'GET money': { needs: 'money_see', query: '?from=2026-11-01&to=2026-11-20' },
  'GET money.csv': { needs: 'money_see', query: '?from=2026-11-01&to=2026-11-20' },
  'GET reconciliation/bills': { needs: 'money_see', query: '?from=2026-11-01&to=2026-11-20' },
  'POST reconciliation/bills/fetch': {
    needs: 'differences_resolve',
    body: { provider: 'none', day: '2026-11-01' },
  },
  'GET reconciliation/differences': { needs: 'money_see' },
  'POST reconciliation/differences/{id}/remedy': { needs: 'differences_resolve', body: { reason } },
  'POST reconciliation/differences/{id}/resolve': { needs: 'differences_resolve', body: { reason } },
  'GET health': { needs: 'health_see' },
  'GET numbers': { needs: 'money_see', query: '?from=2026-11-01&to=2026-11-02' },
  'GET numbers.csv': { needs: 'money_see', query: '?from=2026-11-01&to=2026-11-02' },
  'GET inbox': { needs: 'orders_see' },
  'POST inbox/{topic}/{id}/owner': { needs: 'inbox_work', body: {} },
  'GET notes': { needs: 'orders_see', query: '?target_kind=order&target_id=1' },
  'POST notes': { needs: 'inbox_work', body: { target_kind: 'order', target_id: 1, text: 'x' } },
  'DELETE notes/{id}': { needs: 'inbox_work' },
  'POST orders/{id}/problems': { needs: 'inbox_work', body: { reason: 'other' } },
  'POST problems/{id}/reply': { needs: 'inbox_work', body: { reply: 'x' } },
  'POST problems/{id}/remake': { needs: 'inbox_work', body: {} },
  'POST problems/{id}/refund': { needs: 'orders_refund', body: { reason } },
};

/** The calls that an operator makes before a session exists. */
const withoutSession = [
  'POST session',
  'POST session/code',
  'POST session/passkey',
  'POST session/passkey_only',
  'POST session/passkey_only_options',
  'POST session/passkey_options',
];

const boundary = 'xxxx';
const iconForm = [
  `--${boundary}`,
  'content-disposition: form-data; name="file"; filename="x.png"',
  'content-type: image/png',
  '',
  'no picture',
  `--${boundary}--`,
  '',
].join('\r\n');

function perform(visit: ConsoleVisit, visitor: Visitor, name: string, { body, query = '' }: Call) {
  const [method = '', documented = ''] = name.split(' ');
  // No item has this id, because the service must check the permission before it looks up the item.
  const path = documented.replace('{topic}', 'failed_job').replace(/\{\w+\}/g, '999999');
  const form = documented === 'icons' || documented === 'good_pictures';
  return visit.app.inject({
    method: method === 'GET' || method === 'DELETE' ? method : 'POST',
    url: `/admin/api/${path}${query}`,
    ...(form ? { payload: iconForm } : body === undefined ? {} : { payload: body }),
    headers: {
      ...(form ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
      cookie: visitor.cookie,
      'x-csrf-token': visitor.token,
      'sec-fetch-site': 'same-origin',
    },
  });
}

async function documentedCalls(): Promise<string[]> {
  const { app } = testApp();
  const paths: Record<string, object> = (await app.inject('/openapi.json')).json().paths;
  await app.close();
  return Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith('/admin/api/')
      ? Object.keys(item).map((method) => `${method.toUpperCase()} ${path.slice('/admin/api/'.length)}`)
      : [],
  );
}

describe('the roles of the console', () => {
  let documented: string[];
  before(async () => {
    documented = await documentedCalls();
  });

  it('the table of this test lists every call of the console', () => {
    const known = Object.keys(calls).filter((name) => name.split(' ').length === 2);
    assert.deepEqual(documented.sort(), [...known, ...withoutSession].sort());
  });

  for (const role of operatorRoles) {
    it(`${role}: exactly the calls that the table of permissions does not allow are 403`, async () => {
      await using visit = await openConsole();
      await visit.addOperator('anna', role);
      for (const [name, call] of Object.entries(calls)) {
        const answer = await perform(visit, await visit.signIn('anna'), name, call);
        const allowed = call.needs === null || may(role, call.needs);
        assert.equal(answer.statusCode === 403, !allowed, `${name}: ${answer.statusCode} ${answer.body}`);
        assert.ok(![401, 405, 500].includes(answer.statusCode), `${name}: ${answer.body}`);
        if (!allowed) assert.equal(answer.json().code, 'forbidden');
      }
    });
  }

  it('without a session every call except signing in is 401', async () => {
    await using visit = await openConsole();
    for (const [name, call] of Object.entries(calls)) {
      const answer = await perform(visit, { cookie: '', token: '' }, name, call);
      assert.equal(answer.statusCode, 401, `${name}: ${answer.body}`);
    }
  });

  it('after an operator loses a role, the next call has only the permissions of the new role', async () => {
    await using visit = await openConsole();
    await visit.addOperator('olga', 'owner');
    const { id } = await visit.addOperator('anna', 'owner');
    const [olga, anna] = [await visit.signIn('olga'), await visit.signIn('anna')];
    assert.equal((await visit.get(anna, 'audit_log')).statusCode, 200);
    await visit.send(olga, 'POST', `operators/${id}`, { role: 'viewer' });
    assert.equal((await visit.get(anna, 'audit_log')).statusCode, 403);
    assert.equal((await visit.get(anna, 'session')).json().operator.role, 'viewer');
  });
});
