/**
 * The crash test: customers at work, the service killed with SIGKILL in the middle of it and started again on
 * the same data, over and over; then everything that was acknowledged is held against what is there.
 *
 * SIGKILL leaves the operating system and its caches alive, so this says nothing of a power cut. Against that
 * stands the sync of SQLite's log before every answer (`store/sqlite/durable-log.ts`), and PostgreSQL's `fsync`;
 * no test of ours can pull the plug.
 */

import { join } from 'node:path';
import { openLocalFiles } from '../../src/files/local-files.ts';
import { type OpenedStore, openStore } from '../../src/store/open-store.ts';
import { silentLog } from '../support/databases.ts';
import { fieldsOf, type HttpClient, httpClient, textField } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { temporaryDataDir } from '../support/service-process.ts';
import { pause, waitUntil } from '../support/wait-until.ts';
import { type Chance, seededChance } from './chance.ts';
import { type Good, type Market, shopUntilOver } from './customer.ts';
import { type Facts, noFacts } from './facts.ts';
import { judge, type Verdict } from './judge.ts';
import { type ServiceUnderFire, serviceUnderFire } from './service-under-fire.ts';

export interface CrashOptions {
  readonly seed: number;
  readonly kills: number;
  readonly customers: number;
  /** Pictures paid for between two kills. */
  readonly picturesPerRound: number;
  /** Null: SQLite in the run's own folder. */
  readonly databaseUrl: string | null;
  /** How long the service may take to bring everything to its end after the last kill. */
  readonly settleMs: number;
  readonly tell: (line: string) => void;
}

export interface CrashReport extends Verdict {
  readonly kills: number;
  /** Kills while a picture was known to be made. */
  readonly killsInPictures: number;
  readonly uploads: number;
  readonly unanswered: number;
  readonly replayed: number;
  readonly orphans: readonly number[];
  readonly startMsMax: number;
  readonly settledMs: number;
  readonly output: string;
}

const operatorPassword = 'crash-test-password';
const memberPrices: Readonly<Record<string, number>> = {
  mark_order_zhaopianshangse: 490,
  mark_order_yiCunZhao: 290,
};

export async function crashRun(options: CrashOptions): Promise<CrashReport> {
  const chance = seededChance(options.seed);
  const { dataDir, remove } = temporaryDataDir();
  const database: Record<string, string> =
    options.databaseUrl === null ? {} : { DATABASE_URL: options.databaseUrl };
  const fire = await serviceUnderFire({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: operatorPassword,
    LOG_LEVEL: 'error',
    ...database,
  });
  const facts = noFacts();
  await fire.start();
  const market = await openMarket(options, fire, facts);
  const customers = Array.from({ length: options.customers }, () =>
    shopUntilOver(market.market, chance.fork()),
  );
  const killsInPictures = await killAgainAndAgain(options, chance, fire, market);
  market.close();
  await Promise.all(customers);
  options.tell(
    `customers are gone: ${facts.requests.size} orders asked for, ${facts.payments.size} payments`,
  );

  const openDatabase = () => openRead(dataDir, options.databaseUrl);
  const settledMs = await settle(options, openDatabase, facts);
  facts.surprises.push(...(await fetchResults(market.market.client, [...market.pictures])));
  await fire.stop();
  const opened = await openDatabase();
  const verdict = await judge(opened, facts);
  await opened.store.close();
  const lostFiles = await missingUploads(dataDir, facts);
  remove();
  return {
    ...verdict,
    lost: [...verdict.lost, ...lostFiles],
    kills: options.kills,
    killsInPictures,
    uploads: facts.uploads.size,
    unanswered: facts.unanswered,
    replayed: facts.replayed,
    orphans: fire.orphans,
    startMsMax: Math.round(Math.max(...fire.startsMs)),
    settledMs,
    output: fire.output(),
  };
}

interface OpenMarket {
  readonly market: Market;
  /** Paid picture orders, the newest last. */
  readonly pictures: ReadonlySet<string>;
  newRound(): void;
  close(): void;
}

async function openMarket(options: CrashOptions, fire: ServiceUnderFire, facts: Facts): Promise<OpenMarket> {
  const client = httpClient(fire.url);
  const goods = goodsOf((await client.post('goods_list')).value);
  const pictures = new Set<string>();
  // A number of this run alone, also on a database that has seen earlier ones.
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
      up: fire.up,
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
  if (first === undefined) throw new Error('the shop sells nothing');
  return [first, ...rest];
}

async function killAgainAndAgain(
  { kills, tell }: CrashOptions,
  chance: Chance,
  fire: ServiceUnderFire,
  { market, pictures, newRound }: OpenMarket,
): Promise<number> {
  let killsInPictures = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const moment = chance.pick(['picture', 'picture', 'any', 'any', 'start'] as const);
    // Paid for now, so that there is something to see.
    if (moment === 'picture') newRound();
    if (moment === 'picture' && (await pictureUnderWay(market.client, pictures))) {
      killsInPictures++;
      await pause(chance.integer(0, 300));
    } else {
      await pause(chance.integer(100, 1500));
    }
    await fire.kill();
    // Dying while starting is a kill as well: migrations, taking up lost jobs and the first claims are then.
    if (moment === 'start' && kill < kills) {
      kill++;
      await fire.startAndKill(chance.integer(50, 1500));
    }
    newRound();
    await fire.start();
    tell(`kill ${kill} of ${kills} (${moment}), ${market.facts.requests.size} orders asked for so far`);
  }
  return killsInPictures;
}

const lookForPictureMs = 2_000;

/** @returns false when none was seen within its bound. */
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

/** @returns how long it took until nothing was stuck any more, or all the time that there was. */
async function settle(
  { settleMs, tell }: CrashOptions,
  openDatabase: () => Promise<OpenedStore>,
  facts: Facts,
): Promise<number> {
  const startedAt = performance.now();
  const opened = await openDatabase();
  try {
    for (;;) {
      const { stuck } = await judge(opened, facts);
      const tookMs = Math.round(performance.now() - startedAt);
      if (stuck.length === 0 || tookMs > settleMs) return tookMs;
      tell(`${stuck.length} not settled after ${tookMs} ms, the first: ${stuck[0]}`);
      await pause(500);
    }
  } finally {
    await opened.store.close();
  }
}

/** Reads what a running service commits; the folder's lock is the service's, and nothing is written here. */
function openRead(dataDir: string, databaseUrl: string | null): Promise<OpenedStore> {
  const database =
    databaseUrl === null
      ? ({ kind: 'sqlite', file: join(dataDir, 'photokiosk.db') } as const)
      : ({ kind: 'postgres', url: databaseUrl } as const);
  return openStore({ database, clock: { now: () => Date.now() }, log: silentLog });
}

/** Every finished picture can be fetched. @returns what is wrong. */
async function fetchResults(client: HttpClient, pictures: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const orderNo of pictures) {
    const { fields } = await client.post('fetch_order', { order_no: orderNo });
    if (fields.deal_status !== 'done') continue;
    const picture = await fetch(textField(fields, 'deal_result'));
    const [first, second] = new Uint8Array(await picture.arrayBuffer());
    const isJpeg = first === 0xff && second === 0xd8;
    if (picture.status !== 200 || !isJpeg) wrong.push(`the picture of ${orderNo} answered ${picture.status}`);
  }
  return wrong;
}

async function missingUploads(dataDir: string, { uploads }: Facts): Promise<string[]> {
  const files = await openLocalFiles({
    folder: join(dataDir, 'files'),
    clock: { now: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
  });
  const found = await Promise.all([...uploads].map(async (path) => ({ path, file: await files.get(path) })));
  return found.flatMap(({ path, file }) => (file === undefined ? [`the file of upload ${path}`] : []));
}
