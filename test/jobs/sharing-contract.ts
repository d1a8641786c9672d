/** The guarantee of several workers that share the jobs, on every database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorker } from '../../src/jobs/worker.ts';
import type { JobHandler } from '../../src/usecases/ports/job-handler.ts';
import type { Store, StoreTransaction } from '../../src/usecases/ports/store.ts';
import type { Clock, Random } from '../../src/usecases/ports/tools.ts';
import type { OpenTestDatabase } from '../support/databases.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { recordedLog } from '../support/recorded-log.ts';

const jobCount = 40;
const attemptsMax = 1000;
const leaseMs = 30_000;

export function sharingContract(open: OpenTestDatabase): void {
  test('each job is committed exactly once by workers that fail, stall and lose their leases', async () => {
    const clock = manualClock();
    await using database = await open({ clock });
    const others = (await database.openAgain?.())?.store ?? database.store;
    await database.store.transaction((tx) => enqueueAll(tx, clock.now()));

    const repeats = { count: 0 };
    const log = recordedLog();
    const workers = [database.store, database.store, others].map((store, index) => {
      const handlers = [troubledHandler(clock, fixedRandom(`worker ${index}`), repeats)];
      const lanes = [{ kinds: ['remove_file'], concurrency: 4 }] as const;
      return createWorker({ store, clock, log, random: fixedRandom(`${index}`), handlers, lanes });
    });
    await turnClockUntil(
      Promise.all(
        workers.map(async (worker) => {
          while ((await unfinished(database.store)) > 0) await worker.drain();
        }),
      ),
      clock,
    );
    assert.equal(await unfinished(database.store), 0);
    assert.equal(await effects(database.store), jobCount);
    assert.equal(repeats.count, 0);
    const ends = new Set(log.lines.map(({ fields }) => fields.end));
    // The end `lease_lost` is not required: whether a stalled worker loses its lease depends on when another worker
    // looks for jobs.
    for (const end of ['done', 'failed', 'again']) assert.ok(ends.has(end), `never ${end}`);
  });
}

async function enqueueAll(tx: StoreTransaction, runAt: number): Promise<void> {
  for (let number = 0; number < jobCount; number++) {
    await tx.jobs.enqueue({
      kind: 'remove_file',
      key: `job ${number}`,
      payload: { number },
      priority: number % 3,
      runAt,
      attemptsMax,
      requestId: null,
    });
  }
}

async function unfinished(store: Store): Promise<number> {
  const { ready, running, dead } = await store.read.jobs.queueFigures(0);
  assert.equal(dead, 0, 'a job ran out of attempts');
  return ready + running;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Advances the clock until `end` settles, so that leases expire while other workers run. */
async function turnClockUntil(end: Promise<unknown>, clock: ManualClock): Promise<void> {
  let ended = false;
  const mark = () => {
    ended = true;
  };
  end.then(mark, mark);
  while (!ended) {
    for (let turns = 0; turns < 50 && !ended; turns++) await turn();
    clock.advance(leaseMs / 3);
  }
  await end;
}

/** Counts the committed effects. Each effect is one row. */
async function effects(store: Store): Promise<number> {
  const found = await Promise.all(
    Array.from({ length: jobCount }, (_, number) => store.read.idempotency.find('effect', String(number))),
  );
  return found.filter((record) => record !== undefined).length;
}

/**
 * A handler that succeeds, fails, reschedules or stalls in turn, so that each of these happens in every run. A commit
 * may fail after it has written.
 */
function troubledHandler(clock: Clock, random: Random, repeats: { count: number }): JobHandler {
  let turns = random.bytes(1)[0] ?? 0;
  return {
    kind: 'remove_file',
    leaseMs,
    backOffMs: () => leaseMs,
    async run(job) {
      turns += 1;
      const fate = turns % 8;
      if (fate === 0) throw new Error('no luck');
      if (fate === 1) return { kind: 'again', runAt: job.runAt + 0.5, counted: false };
      // Ignores the signal, as calls to other systems often do.
      const stalledUntil = fate <= 3 ? clock.now() + 2 * leaseMs : 0;
      while (clock.now() < stalledUntil) await turn();
      const commit = async (tx: StoreTransaction) => {
        const key = String(job.payload.number);
        const effect = { scope: 'effect', key, bodyHash: '', answer: null, orderNo: null, createdAt: 0 };
        const first = await tx.idempotency.insert(effect);
        // A repeat counts only if the run still has its lease. A run that has lost its lease may find the effect of
        // another run, and is rolled back.
        if (!first && (await tx.jobs.extendLease(job, Number.MAX_SAFE_INTEGER))) repeats.count++;
        if (fate === 4) throw new Error('refused after writing');
      };
      return { kind: 'done', commit };
    },
  };
}
