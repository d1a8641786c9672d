/**
 * The crash test with a fake payment provider: while customers pay and operators refund, the service is killed with
 * SIGKILL and restarted on the same data, again and again: at random, during its start, and exactly while the
 * provider works on a call or while the service works on a notification. Afterwards the service's records are
 * compared with the provider's books.
 */

import { join } from 'node:path';
import { type OpenedStore, openStore } from '../../src/store/open-store.ts';
import type { Bank } from '../payments/banks/bank.ts';
import { type BankName, openBank } from '../payments/banks/open-bank.ts';
import { silentLog } from '../support/databases.ts';
import { fieldsOf, type HttpClient, httpClient } from '../support/http-client.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { pause } from '../support/wait-until.ts';
import { buyUntilOver, type Marketplace, noDeeds } from './buyer.ts';
import { openCallGate } from './call-gate.ts';
import type { Chance } from './chance.ts';
import { seededChance } from './chance.ts';
import { type Comparison, compareBooks } from './compare-books.ts';
import { createMoments, type Moment, type Moments } from './moments.ts';
import { startNotificationSender } from './notification-sender.ts';
import { type RestartableService, restartableService } from './restartable-service.ts';

export interface BankCrashOptions {
  readonly provider: BankName;
  readonly seed: number;
  readonly kills: number;
  readonly customers: number;
  /** Null: SQLite in a temporary folder. */
  readonly databaseUrl: string | null;
  /** How long the service may take to finish all payments and refunds after the last kill. */
  readonly settleMs: number;
  readonly report: (line: string) => void;
}

export interface BankCrashReport extends Comparison {
  readonly provider: BankName;
  readonly kills: number;
  /** How many kills hit each moment. */
  readonly killsAt: ReadonlyMap<string, number>;
  readonly notifications: number;
  readonly unanswered: number;
  readonly orphans: readonly number[];
  readonly startMsMax: number;
  readonly settledMs: number;
  readonly output: string;
}

const operatorPassword = 'crash-test-password';
/** How long the test waits for the chosen moment before it gives up the kill at that moment. */
const momentMs = 1_500;
const clerkMs = 200;
const settlePauseMs = 1_000;

export async function bankCrashRun(options: BankCrashOptions): Promise<BankCrashReport> {
  const { databaseUrl, provider, seed } = options;
  const chance = seededChance(seed);
  const bank = await openBank(provider);
  const moments = createMoments();
  const gate = await openCallGate(bank, moments);
  const { dataDir, remove } = temporaryDataDir();
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'https://shop.example',
    // One image process is enough, because the test makes no pictures.
    IMAGE_PROCESSES: '1',
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...bank.envAt(gate.url),
  };
  // Only this first start has `ADMIN_PASSWORD`, because checking the password takes as long as the rest of a start.
  // The orderly end of this process also stores the compiled modules for the next starts.
  const first = await startServiceProcess({ ...env, ADMIN_PASSWORD: operatorPassword });
  await first.stop();
  const service = await restartableService(env);
  await service.start();
  const client = httpClient(service.url);
  const deeds = noDeeds();
  let isOver = false;
  const market: Marketplace = {
    client,
    bank,
    goodsId: await membershipOf(client),
    deeds,
    operatorPassword,
    runName: `${seed}-${Date.now()}`,
    nextSerial: serials(),
    up: service.up,
    isOver: () => isOver,
  };
  const sender = startNotificationSender(bank, service.url, chance.fork(), moments);
  const clerk = workUntilOver(bank, chance.fork(), () => isOver);
  const buyers = Array.from({ length: options.customers }, () => buyUntilOver(market, chance.fork()));
  const killsAt = await killRepeatedly(options, chance, service, moments, bank);
  isOver = true;
  await Promise.all([...buyers, clerk]);
  const openDatabase = () => openRead(dataDir, databaseUrl);
  // At a provider without a call that closes a payment, the customer can still pay after the service has closed its
  // side of the payment. Only a notification reports such a payment.
  if (!bank.calls.includes('close')) sender.repeatLost();
  const settledMs = await settle(options, openDatabase, market);
  await sender.finish();
  await service.stop();
  const opened = await openDatabase();
  const comparison = await compareBooks(opened, bank, deeds);
  await opened.store.close();
  await gate.stop();
  await bank.stop();
  await remove();
  return {
    ...comparison,
    provider,
    kills: [...killsAt.values()].reduce((sum, count) => sum + count, 0),
    killsAt,
    notifications: sender.sent,
    unanswered: deeds.unanswered,
    orphans: service.orphans,
    startMsMax: Math.round(Math.max(...service.startsMs)),
    settledMs,
    output: service.output(),
  };
}

/** Serial numbers begin with the time, so that they are unique in a database that earlier runs have used. */
function serials(): () => number {
  let serial = Math.floor(Date.now() / 1000) * 100_000;
  return () => ++serial;
}

async function membershipOf(client: HttpClient): Promise<number> {
  const { value } = await client.post('goods_list');
  const goods: unknown[] = Array.isArray(value) ? value : [];
  const found = goods.map(fieldsOf).find(({ funct_name: name }) => name === 'mark_order_vip');
  if (found === undefined) throw new Error('the shop sells no membership');
  return Number(found.id);
}

/** Makes the provider finish or refuse pending refunds at random, until the run is over. */
async function workUntilOver(bank: Bank, chance: Chance, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const refundNo of bank.pendingRefunds()) {
      if (chance.happens(20)) bank.finishRefund(refundNo, chance.happens(70) ? 'done' : 'failed');
    }
    await pause(clerkMs);
  }
}

/** @returns how many kills hit each moment. */
async function killRepeatedly(
  { kills, report }: BankCrashOptions,
  chance: Chance,
  service: RestartableService,
  moments: Moments,
  bank: Bank,
): Promise<Map<string, number>> {
  const killsAt = new Map<string, number>();
  const count = (moment: string) => killsAt.set(moment, (killsAt.get(moment) ?? 0) + 1);
  const exact: Moment[] = [
    'notification',
    ...bank.calls.flatMap((kind) => [`${kind} before`, `${kind} after`] as const),
  ];
  for (let kill = 1; kill <= kills; kill++) {
    const wanted = chance.pick<Moment | 'random' | 'start'>([
      'random',
      'random',
      'random',
      'start',
      ...exact,
      ...exact,
    ]);
    await pause(chance.integer(0, 300));
    if (wanted === 'random' || wanted === 'start') {
      await pause(chance.integer(0, 400));
      await service.kill();
      count('random');
    } else {
      let killing: Promise<void> | undefined;
      const isHit = await moments.next(wanted, momentMs, () => {
        killing = service.kill();
      });
      await (killing ?? service.kill());
      count(isHit ? wanted : 'random');
    }
    if (wanted === 'start' && kill < kills) {
      kill++;
      await service.startAndKill(chance.integer(20, 1000));
      count('start');
    }
    await service.start();
    if (kill % 20 === 0)
      report(`${bank.name}: ${kill} of ${kills} kills, ${bank.payments().length} payments`);
  }
  return killsAt;
}

/** Opens the database beside the running service, only for reading. */
function openRead(dataDir: string, databaseUrl: string | null): Promise<OpenedStore> {
  const database =
    databaseUrl === null
      ? ({ kind: 'sqlite', file: join(dataDir, 'photokiosk.db') } as const)
      : ({ kind: 'postgres', urls: [databaseUrl] } as const);
  return openStore({ database, clock: { now: Date.now }, log: silentLog });
}

/**
 * Finishes pending refunds and retries failed ones, until nothing is stuck or `settleMs` is over. @returns the time
 * that it took.
 */
async function settle(
  { settleMs, report, provider }: BankCrashOptions,
  openDatabase: () => Promise<OpenedStore>,
  { bank, client, deeds }: Marketplace,
): Promise<number> {
  const startedAt = performance.now();
  const opened = await openDatabase();
  try {
    for (;;) {
      for (const refundNo of bank.pendingRefunds()) bank.finishRefund(refundNo, 'done');
      const { stuck, failedRefunds } = await compareBooks(opened, bank, deeds);
      const tookMs = Math.round(performance.now() - startedAt);
      if (stuck.length === 0 || tookMs > settleMs) return tookMs;
      report(`${provider}: ${stuck.length} not settled after ${tookMs} ms, the first: ${stuck[0]}`);
      for (const orderNo of failedRefunds) {
        await client.post(
          'refund_order',
          { order_no: orderNo },
          { basic: { name: 'admin', password: operatorPassword } },
        );
      }
      await pause(settlePauseMs);
    }
  } finally {
    await opened.store.close();
  }
}
