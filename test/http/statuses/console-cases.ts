/** The operations of the console's API. */

import assert from 'node:assert/strict';
import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import { type Call, fileForm, type OperationCases, type World } from './operation-cases.ts';

const reason = 'A customer wrote.';
const days = 'from=2026-11-01&to=2026-11-20';
const times = 'from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z';
const good = {
  ...{ title: 'T', summary: 'S', icon: '/icons/vip.svg', price: 100, sort: 1 },
  ...{ funct_name: 'mark_order_vip', on_shelf: false },
};

function by(
  { signedIn }: World,
  role: OperatorRole,
  method: Call['method'],
  path: string,
  payload?: object,
): Call {
  const { cookie, token } = signedIn[role];
  return {
    method,
    url: `/admin/api/${path}`,
    ...(payload === undefined ? {} : { payload }),
    headers: {
      cookie,
      ...(method === 'GET' ? {} : { 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' }),
    },
  };
}

/** A list or a single item that every role may read. */
function read(path: string, wrongQuery?: string): OperationCases {
  return {
    success: (world) => by(world, 'viewer', 'GET', path),
    refusals:
      wrongQuery === undefined
        ? {}
        : {
            invalid_parameters: (world) => by(world, 'viewer', 'GET', `${path.split('?')[0]}?${wrongQuery}`),
          },
  };
}

async function paidColourise({ shop }: World): Promise<string> {
  const orderNo = await shop.paidColourise();
  await shop.drain();
  return orderNo;
}

const idOf = async ({ shop }: World, orderNo: string) => (await shop.order(orderNo)).id;

/** An order whose work or refund has failed, so that an operator can retry it. */
async function failedRefund(world: World): Promise<string> {
  const { shop, visit } = world;
  const orderNo = await paidColourise(world);
  shop.bank.refundPlan = 'failed';
  const path = `orders/${await idOf(world, orderNo)}/refund`;
  const refund = by(world, 'support', 'POST', path, { reason });
  assert.equal((await visit.app.inject(refund)).statusCode, 200);
  await shop.drain();
  shop.bank.refundPlan = 'done';
  return orderNo;
}

async function eventOf(world: World): Promise<{ id: number; event_id: string }> {
  const id = await idOf(world, await paidColourise(world));
  const shown = await world.visit.app.inject(by(world, 'support', 'GET', `orders/${id}`));
  return { id, event_id: shown.json().events[0].event_id };
}

/** A refund above the limit, requested by the operator `support`. */
async function requestedApproval(world: World): Promise<number> {
  const { shop, visit } = world;
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  const path = `orders/${await idOf(world, orderNo)}/refund`;
  const refund = by(world, 'support', 'POST', path, { reason });
  return (await visit.app.inject(refund)).json().approval.id;
}

async function decidedApproval(world: World): Promise<number> {
  const id = await requestedApproval(world);
  const rejected = by(world, 'owner', 'POST', `refund_approvals/${id}/reject`, { reason });
  assert.equal((await world.visit.app.inject(rejected)).statusCode, 200);
  return id;
}

async function deadJob({ shop }: World): Promise<number> {
  const now = shop.clock.now();
  const kind = 'deliver_event';
  const key = shop.requestId();
  const body = JSON.stringify({ type: 'order.paid', data: { order_no: 'ORDER1' } });
  await shop.store.transaction(async (tx) => {
    await tx.jobs.enqueue({
      ...{ kind, key, priority: 0, runAt: now, attemptsMax: 12, requestId: null },
      payload: { event_id: key, type: 'order.paid', body },
    });
    const job = await tx.jobs.claim([kind], now, now + 60_000);
    assert.ok(job !== undefined);
    await tx.jobs.markDead(job, 'the endpoint answered 500');
  });
  const [dead] = await shop.store.read.jobs.dead(kind, null, 1);
  assert.ok(dead !== undefined);
  return dead.id;
}

/** A job that waits for its first run: it can be neither retried nor discarded. */
async function readyJob({ shop }: World): Promise<number> {
  const orderNo = await shop.placeVip();
  await shop.startPayment(orderNo);
  const key = await shop.lastPaymentNo(orderNo);
  const [job] = await shop.store.read.jobs.named({ kind: 'check_payment', key });
  assert.ok(job !== undefined);
  return job.id;
}

async function userId({ shop }: World): Promise<number> {
  return (await shop.order(await shop.placeVip())).userId;
}

async function grantOf(world: World): Promise<{ user: number; grant: number }> {
  const user = await userId(world);
  const call = by(world, 'support', 'POST', `users/${user}/grants`, { months: 1, reason });
  const granted = await world.visit.app.inject(call);
  assert.equal(granted.statusCode, 200, granted.body);
  return { user, grant: granted.json().grants[0].id };
}

/** A call on an order: 404 for an unknown id, and 403 for a viewer. */
function onOrder(
  act: string,
  payload: object | undefined,
  orders: {
    readonly possible: (world: World) => Promise<string>;
    readonly impossible?: (world: World) => Promise<string>;
  },
): OperationCases {
  const of = (world: World, id: number | string, role: OperatorRole = 'support', body = payload) =>
    by(world, role, 'POST', `orders/${id}/${act}`, body);
  const { impossible } = orders;
  return {
    success: async (world) => of(world, await idOf(world, await orders.possible(world))),
    refusals: {
      forbidden: (world) => of(world, 999_999, 'viewer'),
      unknown_order: (world) => of(world, 999_999),
      ...(impossible === undefined
        ? {}
        : {
            illegal_transition: async (world: World) => of(world, await idOf(world, await impossible(world))),
          }),
      invalid_parameters: (world) => of(world, 'none'),
    },
  };
}

function onItem(
  path: (id: number | string) => string,
  method: 'POST' | 'DELETE',
  payload: object | undefined,
  may: OperatorRole,
  mayNot: OperatorRole,
  ids: {
    readonly possible: (world: World) => Promise<number>;
    readonly impossible?: (world: World) => Promise<number>;
    /** A body with which the call is impossible, where the item itself is not the reason. */
    readonly impossiblePayload?: object;
  },
): OperationCases {
  const of = (world: World, id: number | string, role = may, body = payload) =>
    by(world, role, method, path(id), body);
  const { impossible } = ids;
  return {
    success: async (world) => of(world, await ids.possible(world)),
    refusals: {
      forbidden: (world) => of(world, 999_999, mayNot),
      unknown_item: (world) => of(world, 999_999),
      invalid_parameters: (world) => of(world, 'none'),
      ...(impossible === undefined
        ? {}
        : {
            illegal_transition: async (world: World) =>
              of(world, await impossible(world), may, ids.impossiblePayload ?? payload),
          }),
    },
  };
}

async function addedOperator({ visit, shop }: World): Promise<number> {
  const operators = await shop.store.transaction((tx) => tx.operators.all());
  return (await visit.addOperator(`operator ${operators.length + 1}`, 'viewer')).id;
}

function icon(world: World, role: OperatorRole): Call {
  const form = fileForm('file');
  const call = by(world, role, 'POST', 'icons');
  return { ...call, ...form, headers: { ...call.headers, ...form.headers } };
}

const goodIds = async ({ shop }: World) =>
  (await shop.store.transaction((tx) => tx.goods.lockAll())).map(({ id }) => id);

/** By `operationId` without `console_`. */
export const consoleCases: Readonly<Record<string, OperationCases>> = {
  sign_in: {
    success: () => signIn('password of viewer'),
    refusals: {
      invalid_credential: () => signIn('wrong'),
      invalid_parameters: () => signIn(''),
    },
  },
  session: read('session'),
  sign_out: { success: async (world) => by(await again(world), 'viewer', 'DELETE', 'session'), refusals: {} },
  sessions: {
    success: (world) => by(world, 'viewer', 'GET', 'sessions'),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'sessions?whose=all'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'sessions?whose=theirs'),
    },
  },
  revoke_session: onItem((id) => `sessions/${id}`, 'DELETE', undefined, 'owner', 'viewer', {
    possible: async (world) => {
      const sessions = await world.visit.app.inject(by(await again(world), 'viewer', 'GET', 'sessions'));
      return sessions.json().sessions[0].id;
    },
  }),
  change_password: {
    success: (world) => by(world, 'support', 'POST', 'password', passwords('support')),
    refusals: {
      illegal_transition: async (world) => {
        const call = by(world, 'owner', 'POST', 'password', passwords('owner'));
        world.passwords.hash = async (password) => {
          await world.shop.store.transaction(async (tx) => {
            for (const operator of await tx.operators.all())
              await tx.operators.save({ ...operator, passwordHash: 'changed meanwhile' });
          });
          return `hash of ${password}`;
        };
        return call;
      },
      invalid_parameters: (world) => by(world, 'viewer', 'POST', 'password', passwords('another')),
    },
  },
  api_tokens: {
    success: (world) => by(world, 'viewer', 'GET', 'api_tokens'),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'api_tokens?whose=all'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'api_tokens?whose=theirs'),
    },
  },
  create_api_token: {
    success: (world) => by(world, 'viewer', 'POST', 'api_tokens', { name: 'x', role: 'viewer', days: 1 }),
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'api_tokens', { name: 'y', role: 'owner', days: 1 }),
      invalid_parameters: (world) =>
        by(world, 'viewer', 'POST', 'api_tokens', { name: 'y', role: 'viewer', days: 0 }),
    },
  },
  revoke_api_token: onItem((id) => `api_tokens/${id}`, 'DELETE', undefined, 'owner', 'viewer', {
    async possible({ visit, signedIn }) {
      const token = { name: 'to revoke', role: 'viewer', days: 1 };
      return (await visit.send(signedIn.owner, 'POST', 'api_tokens', token)).json().api_token.id;
    },
  }),
  operators: {
    success: (world) => by(world, 'owner', 'GET', 'operators'),
    refusals: { forbidden: (world) => by(world, 'support', 'GET', 'operators') },
  },
  add_operator: {
    success: (world) => by(world, 'owner', 'POST', 'operators', { name: 'new', role: 'viewer' }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'operators', { name: 'new', role: 'viewer' }),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'operators', { name: 'x', role: 'viewer' }),
    },
  },
  change_operator: onItem((id) => `operators/${id}`, 'POST', { disabled: true }, 'owner', 'support', {
    possible: addedOperator,
    impossible: async ({ shop }) =>
      (await shop.store.transaction((tx) => tx.operators.all())).find(({ role }) => role === 'owner')?.id ??
      0,
  }),
  reset_password: onItem((id) => `operators/${id}/password`, 'POST', {}, 'owner', 'support', {
    possible: addedOperator,
  }),
  audit_log: {
    success: (world) => by(world, 'owner', 'GET', 'audit_log'),
    refusals: {
      forbidden: (world) => by(world, 'support', 'GET', 'audit_log'),
      invalid_parameters: (world) => by(world, 'owner', 'GET', 'audit_log?before=x'),
    },
  },
  search_orders: read('orders', 'status=paid'),
  show_order: {
    success: async (world) =>
      by(world, 'viewer', 'GET', `orders/${await idOf(world, await world.shop.placeVip())}`),
    refusals: {
      unknown_order: (world) => by(world, 'viewer', 'GET', 'orders/999999'),
      invalid_parameters: (world) => by(world, 'viewer', 'GET', 'orders/none'),
    },
  },
  order_counts: read(`order_counts?${times}`, 'from=yesterday'),
  show_order_number: onOrder('number', undefined, { possible: ({ shop }) => shop.placeVip() }),
  cancel_order: onOrder(
    'cancel',
    {},
    {
      possible: ({ shop }) => shop.placeVip(),
      impossible: paidColourise,
    },
  ),
  refund_order: onOrder(
    'refund',
    { reason },
    {
      possible: paidColourise,
      impossible: ({ shop }) => shop.placeVip(),
    },
  ),
  retry_order: onOrder('retry', undefined, { possible: failedRefund, impossible: paidColourise }),
  resend_event: {
    success: async (world) => {
      const { id, event_id } = await eventOf(world);
      return by(world, 'support', 'POST', `orders/${id}/resend_event`, { event_id });
    },
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'orders/999999/resend_event', { event_id: 'X' }),
      unknown_order: (world) => by(world, 'support', 'POST', 'orders/999999/resend_event', { event_id: 'X' }),
      unknown_item: async (world) => {
        const { id } = await eventOf(world);
        return by(world, 'support', 'POST', `orders/${id}/resend_event`, { event_id: 'X' });
      },
      illegal_transition: async (world) => {
        const { id, event_id } = await eventOf(world);
        Object.assign(world.shop.deps.settings, { eventsUrl: null });
        return by(world, 'support', 'POST', `orders/${id}/resend_event`, { event_id });
      },
      invalid_parameters: (world) => by(world, 'support', 'POST', 'orders/999999/resend_event', {}),
    },
  },
  list_refund_approvals: read('refund_approvals', 'state=open'),
  confirm_refund: onItem((id) => `refund_approvals/${id}/confirm`, 'POST', undefined, 'owner', 'viewer', {
    possible: requestedApproval,
    impossible: decidedApproval,
  }),
  reject_refund: onItem((id) => `refund_approvals/${id}/reject`, 'POST', { reason }, 'owner', 'viewer', {
    possible: requestedApproval,
    impossible: decidedApproval,
  }),
  search_users: read('users', 'id=x'),
  show_user: {
    success: async (world) => by(world, 'viewer', 'GET', `users/${await userId(world)}`),
    refusals: {
      unknown_item: (world) => by(world, 'viewer', 'GET', 'users/999999'),
      invalid_parameters: (world) => by(world, 'viewer', 'GET', 'users/none'),
    },
  },
  grant_months: onItem((id) => `users/${id}/grants`, 'POST', { months: 1, reason }, 'support', 'viewer', {
    possible: userId,
  }),
  end_months: {
    success: async (world) => {
      const { user, grant } = await grantOf(world);
      return by(world, 'support', 'POST', `users/${user}/grants/${grant}/end`, { reason });
    },
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'users/1/grants/1/end', { reason }),
      unknown_item: (world) => by(world, 'support', 'POST', 'users/999999/grants/1/end', { reason }),
      illegal_transition: async (world) => {
        const { user, grant } = await grantOf(world);
        const end = by(world, 'support', 'POST', `users/${user}/grants/${grant}/end`, { reason });
        assert.equal((await world.visit.app.inject(end)).statusCode, 200);
        return end;
      },
      invalid_parameters: (world) => by(world, 'support', 'POST', 'users/1/grants/1/end', {}),
    },
  },
  list_goods: read('goods'),
  add_good: {
    success: (world) => by(world, 'owner', 'POST', 'goods', good),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'goods', good),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'goods', { ...good, price: -1 }),
    },
  },
  change_good: onItem((id) => `goods/${id}`, 'POST', good, 'owner', 'support', {
    possible: async () => 1,
    impossible: async () => 1,
    impossiblePayload: { ...good, version: 'that of an earlier change' },
  }),
  order_goods: {
    success: async (world) => by(world, 'owner', 'POST', 'goods_order', { ids: await goodIds(world) }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'goods_order', { ids: [] }),
      illegal_transition: (world) => by(world, 'owner', 'POST', 'goods_order', { ids: [1] }),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'goods_order', { ids: [1, 1] }),
    },
  },
  add_icon: {
    success: (world) => icon(world, 'owner'),
    refusals: {
      forbidden: (world) => icon(world, 'support'),
      unusable_image: (world) => {
        world.shop.uploadImages.plan = { refused: 'not_an_image' };
        return icon(world, 'owner');
      },
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'icons'),
    },
  },
  list_jobs: read('jobs', 'trouble=none'),
  retry_job: onItem((id) => `jobs/${id}/retry`, 'POST', undefined, 'support', 'viewer', {
    possible: deadJob,
    impossible: readyJob,
  }),
  retry_all_jobs: {
    success: (world) => by(world, 'support', 'POST', 'jobs/retry_all', {}),
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'jobs/retry_all', {}),
      invalid_parameters: (world) => by(world, 'support', 'POST', 'jobs/retry_all', { kind: 'none' }),
    },
  },
  discard_job: onItem((id) => `jobs/${id}/discard`, 'POST', { reason }, 'owner', 'support', {
    possible: deadJob,
    impossible: readyJob,
  }),
  money: read(`money?${days}`, 'from=2026-11-01&to=yesterday'),
  money_csv: read(`money.csv?${days}`, 'from=2026-11-01&to=yesterday'),
  health: read('health'),
};

function signIn(password: string): Call {
  return {
    method: 'POST',
    url: '/admin/api/session',
    payload: { name: 'viewer', password },
    headers: { 'sec-fetch-site': 'same-origin' },
  };
}

function passwords(name: string) {
  return { old_password: `password of ${name}`, new_password: 'a fresh password' };
}

/** The viewer with a second session, which the test may end. */
async function again(world: World): Promise<World> {
  return { ...world, signedIn: { ...world.signedIn, viewer: await world.visit.signIn('viewer') } };
}
