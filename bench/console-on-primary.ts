/**
 * `node bench/console-on-primary.ts [--orders 100000] [--operators 20] [--rate 50] [--rounds 5]`: measures what the
 * lists, counts and searches of the console cost the primary of a PostgreSQL cluster, while customers order at a fixed
 * rate per second. The cluster is a primary with a synchronous standby, as in `npm run test:failover`. Periods with and
 * without operators alternate, so that other work on the machine affects both. Prints the medians of the CPU time of
 * each server and of the times of the customers' calls. Reads from a standby would save at most the difference in the
 * CPU time of the primary (docs/decisions/0110-no-read-replica.md).
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgresCluster } from '../test/failover/postgres-cluster.ts';
import { createLoad, guestHeaders } from './create-load.ts';
import { filledOrderNo } from './growth/fill-orders.ts';
import { postgresDatabase } from './growth/growing-database.ts';
import { signIn, text } from './growth/shop-calls.ts';
import { load } from './load.ts';
import { median } from './median.ts';
import { cpuMs, startServer } from './servers.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    operators: { type: 'string', default: '20' },
    rate: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
  },
});
const orders = Number(values.orders);
const operators = Number(values.operators);
const password = 'a password of the benchmark';
const seconds = 10;
/** The pages of the console read their lists again after this time. */
const everyMs = 10_000;
const monthMs = 30 * 86_400_000;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The process of a server that starts all its other processes. */
async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(statOf(rows[0]?.pid ?? 0)[1]);
}

/** The fields of `/proc/<pid>/stat` after the name; the first one is the state, the second one the parent. */
function statOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

/** CPU time of all processes of a server so far. The fields 13 and 14 are the time of its ended processes. */
function serverCpuMs(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  const stat = statOf(postmaster);
  return sum([postmaster, ...children.map(Number)].map(cpuMs)) + (Number(stat[13]) + Number(stat[14])) * 10;
}

interface Shop {
  readonly url: string;
  readonly guest: Readonly<Record<string, string>>;
  readonly cookie: string;
  /** The postmasters of the primary and of the standby. */
  readonly servers: readonly number[];
}

interface Period {
  readonly primaryMs: number;
  readonly standbyMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly consoleCalls: number;
}

/** Reads what the open pages of an operator read again and again, and searches for an order, until the signal aborts. */
async function operate({ url, cookie }: Shop, index: number, signal: AbortSignal): Promise<number> {
  const from = new Date(Date.now() - monthMs).toISOString();
  const number = filledOrderNo(1 + ((index * 104_729) % orders));
  const paths = [
    'orders',
    'orders?status=pay&deal_status=done',
    `order_counts?from=${from}`,
    `search?q=${number}`,
  ];
  // The operators do not call at the same moment.
  await pause((everyMs * index) / operators / paths.length);
  for (let calls = 0; ; calls += 1) {
    if (signal.aborted) return calls;
    await text(fetch(`${url}/admin/api/${paths[calls % paths.length]}`, { headers: { cookie } }));
    await pause(everyMs / paths.length);
  }
}

async function measure(shop: Shop, crowd: number): Promise<Period> {
  const end = new AbortController();
  const before = shop.servers.map(serverCpuMs);
  const people = Array.from({ length: crowd }, (_, index) => operate(shop, index, end.signal));
  const { url, guest } = shop;
  const customers = await load({
    ...createLoad(url, guest),
    connections: 8,
    rate: Number(values.rate),
    seconds,
  });
  const [primaryMs = 0, standbyMs = 0] = shop.servers.map(
    (pid, server) => (serverCpuMs(pid) - (before[server] ?? 0)) / seconds,
  );
  end.abort();
  const consoleCalls = sum(await Promise.all(people)) / seconds;
  return { primaryMs, standbyMs, p50Ms: customers.p50Ms, p99Ms: customers.p99Ms, consoleCalls };
}

function report(name: string, periods: readonly Period[]): void {
  const of = (figure: keyof Period, digits: number) =>
    median(periods.map((period) => period[figure])).toFixed(digits);
  console.log(
    `${name}: primary ${of('primaryMs', 0)} ms, standby ${of('standbyMs', 0)} ms of CPU per second; ` +
      `create an order p50 ${of('p50Ms', 1)} ms, p99 ${of('p99Ms', 1)} ms; ` +
      `${of('consoleCalls', 1)} calls of the console per second`,
  );
}

async function bench(databaseUrl: string, dataDir: string): Promise<void> {
  const clients = /@([^/]+)/.exec(databaseUrl)?.[1]?.split(',').map(clientOf) ?? [];
  for (const client of clients) await client.connect();
  const [primary] = clients;
  if (primary === undefined) throw new Error('the cluster has no primary');
  const start = () =>
    startServer('../src/main.ts', [], {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      IMAGE_PROCESSES: '1',
      ADMIN_PASSWORD: password,
      UNPAID_ORDERS_KEPT_DAYS: '0',
    });
  // The first start makes the tables.
  await (await start()).stop();
  await postgresDatabase(primary, databaseUrl, dataDir).fill(orders);
  const { url, stop } = await start();
  try {
    const servers = await Promise.all(clients.map(postmasterOf));
    const shop = { url, servers, guest: await guestHeaders(url), cookie: await signIn({ url, password }) };
    await measure(shop, operators);
    const alone: Period[] = [];
    const watched: Period[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      alone.push(await measure(shop, 0));
      watched.push(await measure(shop, operators));
    }
    report('customers only', alone);
    report(`customers and ${operators} operators`, watched);
  } finally {
    await stop();
    for (const client of clients) await client.end();
  }
}

function clientOf(host: string): pg.Client {
  return new pg.Client({ connectionString: `postgres://test@${host}/shop` });
}

const cluster = await startPostgresCluster();
const dataDir = mkdtempSync(join(tmpdir(), 'photokiosk-console-'));
try {
  await bench(cluster.url, dataDir);
} finally {
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
