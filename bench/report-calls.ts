/**
 * Measures the calls of customers at the running service while the self-audit and the money page read a large database:
 * the slowest health check, the slowest look-up of an order, and the memory of the process.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchServer, cpuMs, startServer } from './servers.ts';

export interface FilledShop {
  readonly dataDir: string;
  orderNoOf(serial: number): string;
  readonly orders: number;
  /** The period of the money page: the first and the last day. */
  readonly days: readonly [string, string];
}

const aimMs = 50;
const calmMs = 5_000;
const lookEveryMs = 50;
const password = 'a password of the benchmark';

/** Prints one line of measurements for the idle service, one during the self-audit and one during the money page. */
export async function benchReportCalls(shop: FilledShop): Promise<void> {
  const server = await startServer('../src/main.ts', [], {
    DATA_DIR: shop.dataDir,
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    IMAGE_PROCESSES: '1',
    ADMIN_PASSWORD: password,
  });
  try {
    const cookie = await signIn(server.url);
    const database = new DatabaseSync(join(shop.dataDir, 'photokiosk.db'), { timeout: 5_000 });
    // The first start runs the self-audit at once.
    await auditEnded(database);
    const call = (path: string) => requireOk(fetch(`${server.url}${path}`, { headers: { cookie } }));
    await measure('calm', server, shop, () => pause(calmMs));
    await measure('self-audit', server, shop, async () => {
      database.exec("update jobs set run_at = 0, due_at = 0 where kind = 'audit_money'");
      await auditEnded(database);
    });
    await measure('money page', server, shop, () =>
      call(`/admin/api/money?from=${shop.days[0]}&to=${shop.days[1]}`),
    );
    database.close();
  } finally {
    await server.stop();
  }
}

/** Waits until the self-audit has ended, which is when its job is scheduled for the next night. */
async function auditEnded(database: DatabaseSync): Promise<void> {
  const due = database.prepare(
    "select due_at as at from jobs where kind = 'audit_money' and state = 'ready'",
  );
  for (;;) {
    if (Number(due.get()?.at ?? 0) > Date.now()) return;
    await pause(lookEveryMs);
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await requireOk(
    fetch(`${url}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ name: 'admin', password }),
    }),
  );
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function requireOk(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  // Read the body, because a response whose body is not read occupies its connection.
  await answer.arrayBuffer();
  return answer;
}

/** Calls the service without a pause while `work` runs, one call of each kind at a time. */
async function measure(
  name: string,
  { url, pid }: BenchServer,
  { orders, orderNoOf }: FilledShop,
  work: () => Promise<unknown>,
): Promise<void> {
  let over = false;
  async function timesOf(call: () => Promise<Response>): Promise<number[]> {
    const times: number[] = [];
    while (!over) {
      const begun = performance.now();
      await requireOk(call());
      times.push(performance.now() - begun);
    }
    return times.toSorted((a, b) => a - b);
  }
  let serial = 0;
  const lookUp = () => {
    // Each look-up reads an order far from the one before, so that it reads database pages that are not in memory. The
    // distance is a prime number, so that all orders have their turn.
    serial = (serial + 104_729) % orders;
    const body = JSON.stringify({ order_no: orderNoOf(serial + 1) });
    const headers = { 'content-type': 'application/json' };
    return fetch(`${url}/v1/fetch_order`, { method: 'POST', headers, body });
  };
  const live = timesOf(() => fetch(`${url}/health/live`));
  const lookUps = timesOf(lookUp);
  const begun = performance.now();
  const cpuBefore = cpuMs(pid);
  await work();
  over = true;
  const [liveTimes, lookUpTimes] = await Promise.all([live, lookUps]);
  const tookMs = performance.now() - begun;
  console.log(
    `${name}: ${(tookMs / 1000).toFixed(1)} s, CPU ${((cpuMs(pid) - cpuBefore) / 1000).toFixed(1)} s; ` +
      `health checks ${summary(liveTimes)}, look-ups ${summary(lookUpTimes)} (aim: slowest ≤ ${aimMs} ms); ` +
      `memory ${residentMib(pid)} MiB, at most ${residentMib(pid, 'VmHWM')} MiB`,
  );
}

function summary(sortedMs: readonly number[]): string {
  const ms = (index: number) => (sortedMs[index] ?? 0).toFixed(1);
  const { length } = sortedMs;
  return `${length} × median ${ms(Math.floor(length / 2))}, 99 % ${ms(Math.floor(length * 0.99))}, slowest ${ms(length - 1)} ms`;
}

function residentMib(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1];
  return Math.round(Number(kib) / 1024);
}
