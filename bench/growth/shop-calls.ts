/**
 * Measures the calls whose times are compared between an almost empty and a full shop. One call runs at a time, without
 * pauses. The calls to the two shops alternate, so that other work on the machine slows both of them.
 */

import { distinctInviter, guestHeaders } from '../create-load.ts';
import { cpuMs } from '../servers.ts';

export interface CallTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the service per call. A busy machine affects it less than the elapsed time. */
  readonly cpuMs: number;
  /** CPU time of the processes of the database server per call; 0 with SQLite, which is a part of the service. */
  readonly databaseCpuMs: number;
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
  /** The processes of the database server that work for this shop. */
  databasePids(): Promise<readonly number[]>;
  /** Returns the number of an order, a different number for each index. */
  orderNoOf(index: number): string;
}

export type TimesOfCalls = Readonly<Partial<Record<CallName, CallTimes>>>;

const warmUps = 100;
const rounds = 1000;

/** @returns the times of each kind of call in each shop, in the order of the shops. */
export async function measureCalls(shops: readonly MeasuredShop[]): Promise<readonly TimesOfCalls[]> {
  const callsOf = await Promise.all(shops.map(prepareCalls));
  const all: Partial<Record<CallName, CallTimes>>[] = shops.map(() => ({}));
  for (const name of callNames) {
    const runs = shops.map((shop, index) => ({ shop, call: callsOf[index]?.[name] ?? (async () => {}) }));
    for (const [index, times] of (await timesOf(runs)).entries())
      Object.assign(all[index] ?? {}, { [name]: times });
  }
  return all;
}

type Calls = Readonly<Record<CallName, (n: number) => Promise<unknown>>>;

async function prepareCalls(shop: MeasuredShop): Promise<Calls> {
  const guest = { ...(await guestHeaders(shop.url)), 'content-type': 'application/json' };
  const cookie = await signIn(shop);
  const post = (operation: string, body: object) =>
    text(
      fetch(`${shop.url}/v1/${operation}`, { method: 'POST', headers: guest, body: JSON.stringify(body) }),
    );
  const look = (path: string) => text(fetch(`${shop.url}/admin/api/${path}`, { headers: { cookie } }));
  return {
    create: (n) => post('mark_order_vip', { goods_id: 3, num: 1, from_user_id: distinctInviter(n) }),
    'look-up': (n) => post('fetch_order', { order_no: shop.orderNoOf(n) }),
    'my orders': () => post('my_orders', {}),
    'console list': () => look('orders'),
    'console list, one state': () => look('orders?status=pay&deal_status=done'),
    'search, number': (n) => look(`search?q=${shop.orderNoOf(n)}`),
    'search, last four': (n) => look(`orders?order_no=${shop.orderNoOf(n).slice(-4)}`),
  };
}

interface Run {
  readonly shop: MeasuredShop;
  call(n: number): Promise<unknown>;
}

/** Measures one kind of call in all shops. The first calls are not counted, because they only warm up the processes. */
async function timesOf(runs: readonly Run[]): Promise<readonly CallTimes[]> {
  const times: number[][] = runs.map(() => []);
  for (let n = 0; n < warmUps; n += 1) for (const { call } of runs) await call(n);
  const before = await Promise.all(runs.map(({ shop }) => cpuTimes(shop)));
  for (let n = warmUps; n < warmUps + rounds; n += 1) {
    // Each shop is first in every second round, so that the order of the shops has no effect.
    const entries = [...runs.entries()];
    for (const [index, { call }] of n % 2 === 0 ? entries : entries.toReversed()) {
      const begun = performance.now();
      await call(n);
      times[index]?.push(performance.now() - begun);
    }
  }
  const after = await Promise.all(runs.map(({ shop }) => cpuTimes(shop)));
  return runs.map((_run, index) => {
    const sorted = (times[index] ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    const used = usedMs(before[index] ?? new Map(), after[index] ?? new Map());
    const service = used.get(runs[index]?.shop.pid ?? 0) ?? 0;
    const all = [...used.values()].reduce((sum, each) => sum + each, 0);
    return {
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      cpuMs: service / rounds,
      databaseCpuMs: (all - service) / rounds,
    };
  });
}

/** The CPU time of each process of a shop so far. */
async function cpuTimes({ pid, databasePids }: MeasuredShop): Promise<ReadonlyMap<number, number>> {
  return new Map([pid, ...(await databasePids())].map((each) => [each, cpuMs(each)]));
}

/** A server process that has ended since, because its connection was closed, is not counted. */
function usedMs(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): Map<number, number> {
  return new Map([...after].map(([pid, ms]) => [pid, ms - (before.get(pid) ?? 0)]));
}

export async function text(answering: Promise<Response>): Promise<string> {
  const answer = await answering;
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${body}`);
  return body;
}

export async function signIn({ url, password }: Pick<MeasuredShop, 'url' | 'password'>): Promise<string> {
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
