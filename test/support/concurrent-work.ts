/** Helpers for tests in which several calls and transactions run at the same time. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { AppError } from '../../src/domain/errors.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import type { StoreTransaction } from '../../src/usecases/ports/store.ts';
import { postgresDatabases } from './databases.ts';
import { howToGetPostgres, startPostgres } from './postgres-server.ts';
import { assertSound, openShop, type Shop } from './shop.ts';
import { waitUntil } from './wait-until.ts';

const rounds = Number(process.env.RACE_ROUNDS ?? 6);

export interface ConcurrencyTests {
  /** Runs the calls several times in one shop. Afterwards the self-audit has no findings and the log no errors. */
  testConcurrency(name: string, run: (shop: Shop) => Promise<void>): void;
  /** Resolves when a call of the shop waits for a lock of another transaction. */
  callWaits(): Promise<void>;
}

/** Starts a PostgreSQL server for the tests of a file, and stops it after them. */
export async function concurrencyTests(): Promise<ConcurrencyTests> {
  const server = await startPostgres();
  const databases = server === undefined ? undefined : postgresDatabases(server);
  after(async () => {
    await databases?.remove();
    await server?.stop();
  });
  return {
    testConcurrency(name, run) {
      test(`on PostgreSQL: ${name}`, async (context) => {
        if (databases === undefined) {
          // In CI a skipped test would look like a passed test, so fail instead.
          if (process.env.CI === 'true') throw new Error(howToGetPostgres);
          return context.skip(howToGetPostgres);
        }
        await using shop = await openShop({ open: databases.open });
        await shop.drain();
        for (let round = 0; round < rounds; round++) await run(shop);
        await shop.settle();
        await assertSound(shop);
        const errors = shop.log.lines.filter(({ level }) => level === 'error');
        assert.deepEqual(errors, []);
      });
    },
    async callWaits() {
      if (server === undefined) throw new Error(howToGetPostgres);
      const client = new pg.Client({ connectionString: server.urlOf('postgres') });
      await client.connect();
      const waiting = `select from pg_stat_activity where application_name = 'photokiosk' and wait_event_type = 'Lock'`;
      try {
        await waitUntil('a call waits', async () => (await client.query(waiting)).rowCount !== 0);
      } finally {
        await client.end();
      }
    },
  };
}

/** Starts all calls in one turn of the event loop. Ignores refused calls, and rejects if a call fails otherwise. */
export async function together(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(work.map((start) => start()));
  for (const end of ends) {
    if (end.status === 'rejected' && !(end.reason instanceof AppError)) throw end.reason;
  }
}

export function repeat<T>(count: number, work: () => Promise<T>): (() => Promise<T>)[] {
  return Array.from({ length: count }, () => work);
}

/** The dependencies of the shop. In each transaction, methods that `change` returns replace those of a part of `tx`. */
export function withPart<Part extends 'erasures' | 'members' | 'reconciliation' | 'uploads'>(
  shop: Shop,
  part: Part,
  change: (tx: StoreTransaction) => Partial<StoreTransaction[Part]>,
): Deps {
  const { store } = shop;
  return {
    ...shop.deps,
    store: {
      ...store,
      transaction: (work) =>
        store.transaction((tx) => {
          const changed = { ...tx[part], ...change(tx) };
          return work(
            new Proxy(tx, {
              get: (target, name) => (name === part ? changed : Reflect.get(target, name)),
            }),
          );
        }),
    },
  };
}
