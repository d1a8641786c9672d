/**
 * The crash test: while customers order and pay, the service is killed with SIGKILL and restarted on the same data,
 * again and again. Afterwards everything that the service acknowledged is compared with the database and the bank.
 *
 * SIGKILL does not stop the operating system and its disk cache. With `disk`, each kill is also a power failure: the
 * service restarts on what the disk has kept.
 */

import { join } from 'node:path';
import { parseDatabaseUrl } from '../../src/config/database-url.ts';
import { type OpenedStore, type OpenStoreOptions, openStore } from '../../src/store/open-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import { silentLog } from '../support/databases.ts';
import { fieldsOf, type HttpClient, httpClient, textField } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type Environment, temporaryDataDir } from '../support/service-process.ts';
import { pause, waitUntil } from '../support/wait-until.ts';
import { type Chance, seededChance } from './chance.ts';
import { type CheckResult, checkFacts } from './check-facts.ts';
import { fetchResults, missingUploads, resultsWithoutRow } from './check-pictures.ts';
import { type Good, type Market, shopUntilOver } from './customer.ts';
import { type Facts, noFacts } from './facts.ts';
import { type RestartableService, restartableService } from './restartable-service.ts';

export interface CrashOptions {
  readonly seed: number;
  readonly kills: number;
  readonly customers: number;
  /** How many pictures are paid for between two kills. With 0, the run is fast: no kill waits for a picture. */
  readonly picturesPerRound: number;
  /** Null: SQLite in a temporary folder. */
  readonly databaseUrl: string | null;
  /** How long the service may take to finish all payments, refunds and pictures after the last kill. */
  readonly settleMs: number;
  readonly report: (line: string) => void;
  /** The disk with the data folder, which loses power at each kill. Only with SQLite. */
  readonly disk?: CrashDisk;
  /** Disturbs the running service after the last kill, while customers shop. */
  readonly trouble?: (serviceUrl: string) => Promise<void>;
}

export interface CrashDisk {
  /** Variables of the service, `DATA_DIR` included. */
  readonly env: Environment & { readonly DATA_DIR: string };
  /**
   * Simulates a power failure of the disk. @returns the faults that the simulation found in itself; empty if it
   * worked.
   */
  cutPower(): readonly string[];
}

export interface CrashReport extends CheckResult {
  readonly kills: number;
  /** The number of kills during the work on a picture. */
  readonly killsInPictures: number;
  readonly uploads: number;
  readonly unanswered: number;
  readonly replayed: number;
  readonly orphans: readonly number[];
  readonly startMsMax: number;
  readonly settledMs: number;
  readonly output: string;
}

/** A run without pictures audits the database and prints a report each time after this number of kills. */
const fastReportKills = 20;
const operatorPassword = 'crash-test-password';
const memberPrices: Readonly<Record<string, number>> = {
  mark_order_zhaopianshangse: 490,
  mark_order_yiCunZhao: 290,
};

export async function crashRun(options: CrashOptions): Promise<CrashReport> {
  const chance = seededChance(options.seed);
  const { dataDir: folder, remove } = temporaryDataDir();
  const { disk } = options;
  const dataDir = disk?.env.DATA_DIR ?? folder;
  const database: Record<string, string> =
    options.databaseUrl === null ? {} : { DATABASE_URL: options.databaseUrl };
  const facts = noFacts();
  const service = await restartableService(
    {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: operatorPassword,
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...database,
      ...disk?.env,
    },
    () => facts.unexpected.push(...(disk?.cutPower() ?? [])),
  );
  await service.start();
  const market = await openMarket(options, service, facts);
  const customers = Array.from({ length: options.customers }, () =>
    shopUntilOver(market.market, chance.fork()),
  );
  const openDatabase = () => openRead(dataDir, options.databaseUrl);
  const killsInPictures = await killRepeatedly(options, chance, service, market, openDatabase);
  await options.trouble?.(service.url);
  market.close();
  await Promise.all(customers);
  options.report(
    `customers have finished: ${facts.requests.size} orders requested, ${facts.payments.size} payments`,
  );

  const settledMs = await settle(options, openDatabase, facts);
  facts.unexpected.push(...(await fetchResults(market.market.client, [...market.pictures])));
  await service.stop();
  const opened = await openDatabase();
  const result = await checkFacts(opened, facts);
  const strayFiles = await resultsWithoutRow(dataDir, opened);
  await opened.store.close();
  const lostFiles = await missingUploads(dataDir, facts);
  await remove();
  return {
    ...result,
    lost: [...result.lost, ...lostFiles],
    wrong: [...result.wrong, ...strayFiles],
    kills: options.kills,
    killsInPictures,
    uploads: facts.uploads.size,
    unanswered: facts.unanswered,
    replayed: facts.replayed,
    orphans: service.orphans,
    startMsMax: Math.round(Math.max(...service.startsMs)),
    settledMs,
    output: service.output(),
  };
}

interface OpenMarket {
  readonly market: Market;
  /** Orders of pictures that customers were allowed to pay, the newest last. */
  readonly pictures: ReadonlySet<string>;
  newRound(): void;
  close(): void;
}

async function openMarket(
  options: CrashOptions,
  service: RestartableService,
  facts: Facts,
): Promise<OpenMarket> {
  const client = httpClient(service.url);
  const goods = goodsOf((await client.post('goods_list')).value);
  const pictures = new Set<string>();
  // Serial numbers begin with the time, so that they are unique in a database that earlier runs have used.
  let serial = Math.floor(Date.now() / 1000) * 100_000;
  let left = options.picturesPerRound;
  let over = false;
  return {
    pictures,
    newRound: () => {
      left = options.picturesPerRound;
    },
    close: () => {
      over = true;
    },
    market: {
      client,
      goods,
      photos: await samplePhotos(),
      facts,
      operatorPassword,
      runName: `crash-${options.seed}-${serial}`,
      nextSerial: () => ++serial,
      up: service.up,
      isOver: () => over,
      takePicture(orderNo) {
        if (left <= 0) return false;
        left--;
        pictures.add(orderNo);
        return true;
      },
    },
  };
}

function goodsOf(value: unknown): [Good, ...Good[]] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const [first, ...rest] = list.map(fieldsOf).map((fields): Good => {
    const functName = textField(fields, 'funct_name');
    const price = Number(fields.price);
    return { id: Number(fields.id), price, functName, memberPrice: memberPrices[functName] ?? price };
  });
  if (first === undefined) throw new Error('the shop has no goods');
  return [first, ...rest];
}

async function killRepeatedly(
  { kills, picturesPerRound, report }: CrashOptions,
  chance: Chance,
  service: RestartableService,
  { market, pictures, newRound }: OpenMarket,
  openDatabase: () => Promise<OpenedStore>,
): Promise<number> {
  let killsInPictures = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const moment = chance.pick<'picture' | 'any' | 'start'>(
      picturesPerRound > 0 ? ['picture', 'picture', 'any', 'any', 'start'] : ['any', 'any', 'any', 'start'],
    );
    // Let customers pay for pictures now, so that a picture is in progress when the service is killed.
    if (moment === 'picture') newRound();
    if (moment === 'picture' && (await pictureUnderWay(market.client, pictures))) {
      killsInPictures++;
      await pause(chance.integer(0, 300));
    } else {
      await pause(chance.integer(100, picturesPerRound > 0 ? 1500 : 600));
    }
    await service.kill();
    // Also kill the service during its start, when it migrates, releases lost jobs and claims the first ones.
    if (moment === 'start' && kill < kills) {
      kill++;
      await service.startAndKill(chance.integer(50, 1500));
    }
    newRound();
    await service.start();
    if (picturesPerRound === 0 && kill % fastReportKills !== 0) continue;
    market.facts.unexpected.push(...(await auditProblems(openDatabase)));
    report(`kill ${kill} of ${kills} (${moment}), ${market.facts.requests.size} orders requested so far`);
  }
  return killsInPictures;
}

async function auditProblems(openDatabase: () => Promise<OpenedStore>): Promise<readonly string[]> {
  const opened = await openDatabase();
  try {
    return (await runSelfAudit(opened)).problems;
  } finally {
    await opened.store.close();
  }
}

const lookForPictureMs = 2_000;

/** @returns whether a picture was in progress within `lookForPictureMs`. */
async function pictureUnderWay(client: HttpClient, pictures: ReadonlySet<string>): Promise<boolean> {
  async function isUnderWay(orderNo: string): Promise<boolean> {
    const { fields } = await client.post('fetch_order', { order_no: orderNo });
    return fields.deal_status === 'ing';
  }
  try {
    return await waitUntil(
      'a picture is being made',
      async () => {
        const newest = [...pictures].slice(-12);
        const states = await Promise.all(newest.map(isUnderWay));
        return states.includes(true);
      },
      lookForPictureMs,
    );
  } catch {
    return false;
  }
}

/** Waits until nothing is stuck, or until `settleMs` is over. @returns the time that it took. */
async function settle(
  { settleMs, report }: CrashOptions,
  openDatabase: () => Promise<OpenedStore>,
  facts: Facts,
): Promise<number> {
  const startedAt = performance.now();
  const opened = await openDatabase();
  try {
    for (;;) {
      const { stuck } = await checkFacts(opened, facts);
      const tookMs = Math.round(performance.now() - startedAt);
      if (stuck.length === 0 || tookMs > settleMs) return tookMs;
      report(`${stuck.length} not settled after ${tookMs} ms, the first: ${stuck[0]}`);
      await pause(500);
    }
  } finally {
    await opened.store.close();
  }
}

/** Opens the database beside the running service. Only for reading: the service holds the lock of the folder. */
function openRead(dataDir: string, databaseUrl: string | null): Promise<OpenedStore> {
  return openStore({
    database: databaseOf(dataDir, databaseUrl),
    clock: { now: () => Date.now() },
    log: silentLog,
  });
}

function databaseOf(dataDir: string, databaseUrl: string | null): OpenStoreOptions['database'] {
  if (databaseUrl === null) return { kind: 'sqlite', file: join(dataDir, 'photokiosk.db') };
  const address = parseDatabaseUrl(databaseUrl, 'localhost');
  if (typeof address === 'string') throw new Error(`DATABASE_URL ${address}`);
  return { kind: 'postgres', ...address };
}
