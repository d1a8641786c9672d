/**
 * `npm run bench:growth [-- --orders 10000000] [--database sqlite]`: measures the calls of customers and of the
 * console in an almost empty shop, fills the shop with orders by bulk statements, and measures the same calls again.
 * Prints the median and the 99th percentile of each call and the CPU time of the service per call, each also as a
 * ratio to the almost empty shop; then the bytes per order, and how long the fill, a start, a migration that adds an
 * index, and a backup take. Ten million orders need 20 GiB of disk for each database.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filledOrderNo } from './growth/fill-orders.ts';
import { type GrowingDatabase, postgresDatabase, sqliteDatabase } from './growth/growing-database.ts';
import { type CallTimes, callNames, measureCalls } from './growth/shop-calls.ts';
import { startServer } from './servers.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '10000000' }, database: { type: 'string' } },
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
async function measure(database: GrowingDatabase, present: number) {
  const { value: server, s: startS } = await timed(() => startService(database));
  try {
    const orderNoOf = (n: number) => filledOrderNo(1 + ((n * stride) % present));
    const { url, pid } = server;
    return { startS, times: await measureCalls({ url, pid, password, orderNoOf }) };
  } finally {
    await server.stop();
  }
}

const ms = (value: number) => value.toFixed(2).padStart(5);

function line(name: string, small?: CallTimes, full?: CallTimes): string {
  if (small === undefined || full === undefined) return `${name}: not measured`;
  const figure = (of: 'p50Ms' | 'p99Ms' | 'cpuMs') =>
    `${ms(small[of])} → ${ms(full[of])} ms (× ${(full[of] / small[of]).toFixed(2)})`;
  const isSlow = full.p50Ms > aim * small.p50Ms && full.cpuMs > aim * small.cpuMs;
  return `${name.padEnd(24)} p50 ${figure('p50Ms')}  p99 ${figure('p99Ms')}  CPU ${figure('cpuMs')}${isSlow ? '  SLOW' : ''}`;
}

async function bench(database: GrowingDatabase): Promise<void> {
  console.log(`${database.name}, ${orders} orders; aim ≤ × ${aim}`);
  // The first start makes the database and runs the self-audit.
  await (await startService(database)).stop();
  await database.fill(1, few);
  const small = await measure(database, few);
  const smallBytes = await database.bytes();
  const { s: fillS } = await timed(() => database.fill(few + 1, orders));
  const bytesEach = ((await database.bytes()) - smallBytes) / (orders - few);
  const full = await measure(database, orders);
  for (const name of callNames) console.log(line(name, small.times[name], full.times[name]));
  const index = await timed(() => database.changeIndex('add'));
  await database.changeIndex('remove');
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-backup-'));
  const backup = await timed(() => database.backUp(folder));
  rmSync(folder, { recursive: true });
  console.log(
    `bytes per order ${Math.round(bytesEach)}; fill ${fillS.toFixed(0)} s; ` +
      `start ${small.startS.toFixed(1)} → ${full.startS.toFixed(1)} s; index ${index.s.toFixed(1)} s; ` +
      `${backup.value} ${backup.s.toFixed(1)} s`,
  );
}

for (const open of [sqliteDatabase, postgresDatabase]) {
  if (values.database !== undefined && open.name !== `${values.database}Database`) continue;
  const dataDir = mkdtempSync(join(tmpdir(), 'photokiosk-growth-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const database = await open(dataDir);
  try {
    await bench(database);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
