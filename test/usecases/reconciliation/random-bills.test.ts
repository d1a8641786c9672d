/**
 * Random differences of every kind in random bills. Every difference is found, none is invented, and a bill that is
 * fetched again changes nothing. `BILLS=10000 node --test …` tries more books and prints the counts.
 */

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { startOfDay } from '../../../src/domain/civil-day.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { BillRow } from '../../../src/usecases/ports/provider-bill.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import { newPaymentNo, newRefundNo } from '../../../src/usecases/public-ids.ts';
import { reconcileDayJob } from '../../../src/usecases/reconciliation/reconcile-day-job.ts';
import * as fixtures from '../../store/contract/fixtures.ts';
import { silentLog } from '../../support/databases.ts';
import { testSettings } from '../../support/deps.ts';
import { fakeProvider } from '../../support/fake-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { booksOf, type Scene, scenes, today, zone } from './bill-scenes.ts';

const booksMax = Number(process.env.BILLS ?? 60);
const hourMs = 60 * 60_000;
/** The tests open a new database after this number of books, because reads from a large one are slow. */
const booksPerStore = 100;

const random = fixedRandom();
const counts = { books: 0, movements: 0, injected: 0, found: 0, invented: 0 };

/** A folder in memory if the system has one, because the tests write many small transactions. */
const parentFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

interface World extends AsyncDisposable {
  readonly store: Store;
  readonly shop: fixtures.Shop;
}

async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(parentFolder, 'photokiosk-bills-'));
  const database = { kind: 'sqlite', file: join(folder, 'photokiosk.db') } as const;
  const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
  return {
    store,
    shop: await fixtures.openShop(store),
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes the service's records. @returns the rows of each bill and the differences. */
async function writeBooks({ store, shop }: World, provider: string, list: readonly Scene[]) {
  const bills = new Map<number, BillRow[]>();
  const expected: string[] = [];
  for (const scene of list) {
    const paymentNo = newPaymentNo(0, random);
    const refundNo = newRefundNo(0, random);
    const books = booksOf(scene, paymentNo, refundNo);
    for (const { day, row } of books.rows) bills.set(day, [...(bills.get(day) ?? []), row]);
    if (books.expected !== null) expected.push(`${books.expected.number} ${books.expected.type}`);
    if (books.attempt === null) continue;
    const order = await fixtures.place(store, shop);
    const { amountMinor } = scene;
    const own = { ...books.attempt, paymentNo, provider, amountMinor, createdAt: books.beganAt };
    await store.transaction(async (tx) => {
      const attempt = await tx.payments.insert(fixtures.newAttempt(order.id, own));
      if (books.refund === null) return;
      const shared = {
        refundNo,
        provider,
        amountMinor,
        purpose: 'surplus',
        requestedAt: books.beganAt,
      } as const;
      await tx.refunds.insert(fixtures.newRefund(attempt, { ...shared, ...books.refund }));
    });
  }
  return { bills, expected: expected.sort() };
}

async function openDifferences(store: Store, provider: string): Promise<string[]> {
  const found = await store.read.reconciliation.openOf(provider, 0, 1000);
  return found.map(({ number, type }) => `${number} ${type}`).sort();
}

async function tryBooks(world: World, list: readonly Scene[], lateDays: number): Promise<void> {
  counts.books += 1;
  const name = `provider-${counts.books}`;
  const { store } = world;
  const clock = manualClock(startOfDay(today, zone) + hourMs);
  const { bills, expected } = await writeBooks(world, name, list);
  const asked = new Map<number, number>();
  const provider = {
    ...fakeProvider(clock, name),
    billZone: zone,
    async fetchBill(day: number) {
      const times = asked.get(day) ?? 0;
      asked.set(day, times + 1);
      // Some bills are ready only at the second fetch, so that the days are not compared in order.
      if (times === 0 && day % 7 < lateDays) return { state: 'not_ready' } as const;
      return { state: 'ready', rows: bills.get(day) ?? [] } as const;
    },
  };
  const settings = testSettings({ eventsUrl: null });
  const deps = { store, clock, random, settings, providers: [provider], log: silentLog };
  const handler = reconcileDayJob.handler(deps);
  const run = async () => {
    await handler.run(job, { signal: new AbortController().signal, log: silentLog });
    clock.advance(hourMs);
  };
  await run();
  await run();
  const found = await openDifferences(store, name);
  counts.movements += list.length;
  counts.injected += expected.length;
  counts.found += found.filter((difference) => expected.includes(difference)).length;
  counts.invented += found.filter((difference) => !expected.includes(difference)).length;
  assert.deepEqual(found, expected);
  await fetchAgain(store, name, clock.now());
  const before = await store.read.reconciliation.openOf(name, 0, 1000);
  await run();
  assert.deepEqual(
    await store.read.reconciliation.openOf(name, 0, 1000),
    before,
    'a second fetch changed a difference',
  );
  const resolved = await store.read.reconciliation.differences('resolved', null, 1000);
  assert.deepEqual(resolved, []);
}

const job = {
  id: 1,
  kind: reconcileDayJob.kind,
  key: 'schedule',
  payload: {},
  priority: 0,
  runAt: 0,
  attemptsMax: 1,
  requestId: null,
  attempts: 1,
  lostLeases: 0,
  token: '1',
  createdAt: 0,
  lastError: null,
};

async function fetchAgain({ read, transaction }: Store, name: string, nextTryAt: number): Promise<void> {
  for (const day of await read.reconciliation.days(today - 30, today)) {
    if (day.provider !== name) continue;
    await transaction((tx) => tx.reconciliation.saveDay({ ...day, state: 'waiting', nextTryAt }));
  }
}

test('every difference in random bills is found, none is invented, and a bill fetched twice changes nothing', async () => {
  let world = await openWorld();
  const property = fc.asyncProperty(scenes, fc.integer({ min: 0, max: 7 }), async (list, lateDays) => {
    if (counts.books % booksPerStore === booksPerStore - 1) {
      await world[Symbol.asyncDispose]();
      world = await openWorld();
    }
    await tryBooks(world, list, lateDays);
  });
  await fc.assert(property, { numRuns: booksMax });
  await world[Symbol.asyncDispose]();
  console.log(JSON.stringify(counts));
  assert.equal(counts.found, counts.injected);
  assert.equal(counts.invented, 0);
  assert.ok(counts.injected > booksMax, 'too few differences were tried');
});
