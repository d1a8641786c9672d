/**
 * Measures the calls whose times are compared between an almost empty and a full shop. One call runs at a time, without
 * pauses.
 */

import { distinctInviter, guestHeaders } from '../create-load.ts';
import { cpuMs } from '../servers.ts';

export interface CallTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the service per call. A busy machine affects it less than the elapsed time. */
  readonly cpuMs: number;
}

export const callNames = [
  'create',
  'look-up',
  'my orders',
  'console list',
  'console list, one state',
  'search, number',
  'search, last four',
] as const;
export type CallName = (typeof callNames)[number];

export interface MeasuredShop {
  readonly url: string;
  readonly password: string;
  readonly pid: number;
  /** Returns the number of an order, a different number for each index. */
  orderNoOf(index: number): string;
}

const warmUps = 50;
const rounds = 400;

/** Measures each kind of call. The first calls are not counted, because they only warm up the process. */
export async function measureCalls(shop: MeasuredShop): Promise<Partial<Record<CallName, CallTimes>>> {
  const guest = { ...(await guestHeaders(shop.url)), 'content-type': 'application/json' };
  const cookie = await signIn(shop);
  const post = (operation: string, body: object) =>
    text(
      fetch(`${shop.url}/v1/${operation}`, { method: 'POST', headers: guest, body: JSON.stringify(body) }),
    );
  const look = (path: string) => text(fetch(`${shop.url}/admin/api/${path}`, { headers: { cookie } }));
  const calls: Record<CallName, (n: number) => Promise<unknown>> = {
    create: (n) => post('mark_order_vip', { goods_id: 3, num: 1, from_user_id: distinctInviter(n) }),
    'look-up': (n) => post('fetch_order', { order_no: shop.orderNoOf(n) }),
    'my orders': () => post('my_orders', {}),
    'console list': () => look('orders'),
    'console list, one state': () => look('orders?status=pay&deal_status=done'),
    'search, number': (n) => look(`search?q=${shop.orderNoOf(n)}`),
    'search, last four': (n) => look(`orders?order_no=${shop.orderNoOf(n).slice(-4)}`),
  };
  const times: Partial<Record<CallName, CallTimes>> = {};
  for (const name of callNames) times[name] = await timesOf(shop.pid, calls[name]);
  return times;
}

async function timesOf(pid: number, call: (n: number) => Promise<unknown>): Promise<CallTimes> {
  const times: number[] = [];
  let cpuBeforeMs = 0;
  for (let n = 0; n < warmUps + rounds; n += 1) {
    if (n === warmUps) cpuBeforeMs = cpuMs(pid);
    const begun = performance.now();
    await call(n);
    if (n >= warmUps) times.push(performance.now() - begun);
  }
  const cpu = (cpuMs(pid) - cpuBeforeMs) / rounds;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), cpuMs: cpu };
}

async function text(answering: Promise<Response>): Promise<string> {
  const answer = await answering;
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${body}`);
  return body;
}

async function signIn({ url, password }: MeasuredShop): Promise<string> {
  const answer = await fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'admin', password }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`);
  await answer.arrayBuffer();
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
