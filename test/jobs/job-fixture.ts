/** A fixture for the tests of `src/jobs`: workers on a real SQLite store in a folder of its own. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ClockWatch } from '../../src/jobs/clock-watch.ts';
import type { LanePlan } from '../../src/jobs/lanes.ts';
import { createWorker, type Worker } from '../../src/jobs/worker.ts';
import { type OpenedStore, openStore } from '../../src/store/open-store.ts';
import type { JobHandler, JobVerdict } from '../../src/usecases/ports/job-handler.ts';
import type { NewJob } from '../../src/usecases/ports/jobs.ts';
import type { StoreTransaction } from '../../src/usecases/ports/store.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { type RecordedLog, recordedLog } from '../support/recorded-log.ts';

export interface JobFixture {
  readonly store: OpenedStore['store'];
  readonly clock: ManualClock;
  readonly log: RecordedLog;
  worker(handlers: readonly JobHandler[], lanes?: readonly LanePlan[], clockWatch?: ClockWatch): Worker;
  enqueue(job: Partial<NewJob> & { readonly kind: string }): Promise<void>;
  /** Counts the waiting, running and dead jobs. */
  figures(): Promise<{ ready: number; running: number; dead: number }>;
}

export async function openJobFixture(context: TestContext): Promise<JobFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-jobs-'));
  const clock = manualClock();
  const log = recordedLog();
  const { store } = await openStore({
    database: { kind: 'sqlite', file: join(folder, 'test.db') },
    clock,
    log,
  });
  context.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    store,
    clock,
    log,
    worker: (handlers, lanes = [{ kinds: handlers.map(({ kind }) => kind), concurrency: 2 }], clockWatch) =>
      createWorker({
        ...{ store, clock, log, random: fixedRandom(), handlers, lanes },
        ...(clockWatch === undefined ? {} : { clockWatch }),
      }),
    enqueue: (job) =>
      store.transaction((tx) =>
        tx.jobs.enqueue({
          key: null,
          payload: {},
          priority: 0,
          runAt: clock.now(),
          attemptsMax: 3,
          requestId: null,
          ...job,
        }),
      ),
    async figures() {
      const { ready, running, dead } = await store.read.jobs.queueFigures(clock.now());
      return { ready, running, dead };
    },
  };
}

/** A handler for `remove_file` jobs that calls `run`. */
export function handlerOf(run: JobHandler['run'], more: Partial<JobHandler> = {}): JobHandler {
  return { kind: 'remove_file', leaseMs: 30_000, run, ...more };
}

export const done: JobVerdict = { kind: 'done' };

/** Writes a change that a test can see after a commit: a job of another kind. */
export async function leaveMark(tx: StoreTransaction): Promise<void> {
  await tx.jobs.enqueue({
    kind: 'audit_money',
    key: 'mark',
    payload: {},
    priority: 0,
    runAt: Number.MAX_SAFE_INTEGER,
    attemptsMax: 1,
    requestId: null,
  });
}

/** Claims the job again and again, as if each of its workers had crashed. */
export async function loseLeases(fixture: JobFixture, losses: number): Promise<void> {
  for (let loss = 0; loss < losses; loss++) {
    const now = fixture.clock.now();
    await fixture.store.transaction((tx) => tx.jobs.claim(['remove_file'], now, now + 30_000));
    fixture.clock.advance(30_000);
  }
}
