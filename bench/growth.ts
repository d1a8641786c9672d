/**
 * `npm run bench:growth [-- --orders 10000000] [--database sqlite|postgres] [--keep FOLDER]`: makes an almost empty
 * shop and a shop that bulk statements fill with orders, and measures the same calls of customers and of the console in
 * both, in turns. Prints the median and the 99th percentile of each call and the CPU time of the service (with
 * PostgreSQL also of its server's processes) per call, each also as a ratio to the almost empty shop; then the bytes
 * per order, and how long the fill, a start, a migration that adds an index, and a backup take. Ten million orders need
 * 20 GiB of disk for each database, and as much again for the backup.
 *
 * With `--keep`, the databases stay in the folder (on PostgreSQL: on the server of `TEST_DATABASE_URL`), and the next
 * run measures them again without filling them.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filledOrderNo } from './growth/fill-orders.ts';
import {
  type GrowingDatabase,
  type GrowingDatabases,
  postgresDatabases,
  sqliteDatabases,
} from './growth/growing-database.ts';
import { type CallTimes, callNames, measureCalls } from './growth/shop-calls.ts';
import { startServer } from './servers.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000000' },
    database: { type: 'string' },
    keep: { type: 'string' },
  },
});
const orders = Number(values.orders);
/** The number of orders in the almost empty shop, enough for a full page of each list. */
const few = 1_000;
if (!Number.isSafeInteger(orders) || orders <= few) throw new Error(`--orders must exceed ${few}`);
/** The target: a call in the full shop takes at most this many times as long as in the almost empty shop. */
const aim = 1.5;
const password = 'a password of the benchmark';
/**
 * Each look-up reads the order this many orders after the one before, so that it reads database pages that are not in
 * memory. The number is prime, so that all orders have their turn.
 */
const stride = 104_729;

async function timed<T>(work: () => Promise<T> | T): Promise<{ readonly value: T; readonly s: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, s: (performance.now() - begun) / 1000 };
}

const startService = (database: GrowingDatabase) =>
  startServer('../src/main.ts', [], {
    ...database.env,
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    IMAGE_PROCESSES: '1',
    ADMIN_PASSWORD: password,
    // Keeps cancelled orders for ever, because the filled orders are older than the default retention.
    UNPAID_ORDERS_KEPT_DAYS: '0',
  });

/** @param present the number of filled orders in the shop. */
async function startShop(database: GrowingDatabase, present: number) {
  const { value: server, s: startS } = await timed(() => startService(database));
  const orderNoOf = (n: number) => filledOrderNo(1 + ((n * stride) % present));
  const shop = { ...server, password, orderNoOf, databasePids: () => database.pids() };
  return { startS, shop };
}

async function measure(databases: GrowingDatabases) {
  const small = await startShop(databases.few, few);
  const full = await startShop(databases.full, orders);
  try {
    const [smallTimes, fullTimes] = await measureCalls([small.shop, full.shop]);
    for (const name of callNames) console.log(line(name, smallTimes?.[name], fullTimes?.[name]));
    return `start ${small.startS.toFixed(1)} → ${full.startS.toFixed(1)} s`;
  } finally {
    await small.shop.stop();
    await full.shop.stop();
  }
}

function line(name: string, small?: CallTimes, full?: CallTimes): string {
  if (small === undefined || full === undefined) return `${name}: not measured`;
  const ratio = (of: (times: CallTimes) => number) => of(full) / of(small);
  const figure = (title: string, of: (times: CallTimes) => number) =>
    `${title} ${of(small).toFixed(2).padStart(5)} → ${of(full).toFixed(2).padStart(5)} ms (× ${ratio(of).toFixed(2)})`;
  const allCpuMs = ({ cpuMs, databaseCpuMs }: CallTimes) => cpuMs + databaseCpuMs;
  const figures = [
    figure('p50', ({ p50Ms }) => p50Ms),
    figure('p99', ({ p99Ms }) => p99Ms),
    figure('CPU', allCpuMs),
  ];
  if (full.databaseCpuMs > 0)
    figures.push(
      figure('service', ({ cpuMs }) => cpuMs),
      figure('database', ({ databaseCpuMs }) => databaseCpuMs),
    );
  if (ratio(({ p50Ms }) => p50Ms) > aim && ratio(allCpuMs) > aim) figures.push('SLOW');
  return `${name.padEnd(24)} ${figures.join('  ')}`;
}

/** Fills the database, unless it has the orders of an earlier run. */
async function fill(database: GrowingDatabase, last: number): Promise<string> {
  // The first start makes the database and runs the self-audit.
  await (await startService(database)).stop();
  if (await database.hasOrder(last)) return 'filled before';
  const { s } = await timed(() => database.fill(last));
  return `fill ${s.toFixed(0)} s`;
}

async function bench(databases: GrowingDatabases): Promise<void> {
  const { name, few: small, full } = databases;
  console.log(`${name}, ${orders} orders; aim ≤ × ${aim}`);
  await fill(small, few);
  const results = [await fill(full, orders)];
  const bytesEach = ((await full.bytes()) - (await small.bytes())) / (orders - few);
  results.unshift(`bytes per order ${Math.round(bytesEach)}`);
  console.log(results.join('; '));
  results.push(await measure(databases));
  const index = await timed(() => full.changeIndex('add'));
  await full.changeIndex('remove');
  results.push(`index ${index.s.toFixed(1)} s`);
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-backup-'));
  try {
    const backup = await timed(() => full.backUp(folder));
    results.push(`${backup.value} ${backup.s.toFixed(1)} s`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(results.join('; '));
}

for (const [name, open] of [
  ['sqlite', sqliteDatabases],
  ['postgres', postgresDatabases],
] as const) {
  if (values.database !== undefined && name !== values.database) continue;
  const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'photokiosk-growth-')) : values.keep;
  const clear = () => values.keep === undefined && rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  const databases = await open(join(resolve(folder), name));
  try {
    await bench(databases);
  } finally {
    await databases.close();
    clear();
  }
}
