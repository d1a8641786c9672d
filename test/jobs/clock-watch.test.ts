/** Steps of the wall clock: which jobs a worker does not run after a step, and when it runs them again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClockWatch, createClockWatch } from '../../src/jobs/clock-watch.ts';
import { manualClock } from '../support/manual-clock.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { done, handlerOf, openJobFixture } from './job-fixture.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function watched(clock = manualClock()) {
  let monotonicMs = 5_000;
  const log = recordedLog();
  const stepsBack: number[] = [];
  const watch: ClockWatch = createClockWatch({
    clock,
    monotonicMs: () => monotonicMs,
    log,
    steppedBack: (byMs) => stepsBack.push(byMs),
  });
  return {
    watch,
    log,
    stepsBack,
    /** Advances both clocks. */
    pass(ms: number) {
      clock.advance(ms);
      monotonicMs += ms;
      watch.check();
    },
    /** Changes the wall clock. The monotonic clock advances only by a fraction of a millisecond. */
    step(ms: number) {
      clock.advance(ms);
      monotonicMs += 0.25;
      watch.check();
    },
  };
}

test('after a step forward, no deadline is checked for an hour and no job is claimed for 30 s, and the step is logged', () => {
  const { watch, log, pass, step } = watched();
  step(2 * hourMs);
  assert.deepEqual([watch.mayClaim(), watch.mayJudgeDeadlines()], [false, false]);
  assert.deepEqual(watch.state(), { steppedMs: 2 * hourMs, deadlinesHeldMs: hourMs });
  assert.deepEqual(
    log.lines.map(({ level, message }) => [level, message]),
    [['error', 'the clock was stepped']],
  );
  pass(30_000);
  assert.deepEqual([watch.mayClaim(), watch.mayJudgeDeadlines()], [true, false]);
  pass(hourMs - 30_001);
  assert.equal(watch.mayJudgeDeadlines(), false);
  pass(1);
  assert.equal(watch.mayJudgeDeadlines(), true);
});

test('deadlines are checked again as soon as the clock is set back', () => {
  const { watch, stepsBack, pass, step } = watched();
  step(2 * hourMs);
  pass(minuteMs);
  step(-2 * hourMs);
  assert.equal(watch.mayJudgeDeadlines(), true);
  assert.deepEqual(stepsBack, [2 * hourMs]);
  assert.deepEqual(watch.state(), { steppedMs: 0, deadlinesHeldMs: 0 });
});

test('the passing of time and gradual corrections of the clock do not count as steps', () => {
  const { watch, log, pass, step } = watched();
  for (let hour = 0; hour < 100; hour++) {
    pass(hourMs);
    step(1_000);
  }
  assert.deepEqual([watch.mayClaim(), watch.mayJudgeDeadlines(), log.lines.length], [true, true, 0]);
});

test('after a step forward, a worker runs no job that compares deadlines with the clock, and runs other jobs after 30 s', async (t) => {
  const fixture = await openJobFixture(t);
  const { watch, pass, step } = watched(fixture.clock);
  const ran: string[] = [];
  const run = async ({ kind }: { readonly kind: string }) => {
    ran.push(kind);
    return done;
  };
  const handlers = [
    handlerOf(run, { kind: 'purge_files', judgesDeadlines: true }),
    handlerOf(run, { kind: 'check_payment' }),
  ];
  const lanes = [{ kinds: handlers.map(({ kind }) => kind), concurrency: 1 }];
  const worker = fixture.worker(handlers, lanes, watch);
  const inAnHour = fixture.clock.now() + hourMs;
  await fixture.enqueue({ kind: 'purge_files', runAt: inAnHour });
  await fixture.enqueue({ kind: 'check_payment', runAt: inAnHour });
  step(2 * hourMs);
  await worker.drain();
  assert.deepEqual(ran, []);
  pass(30_000);
  await worker.drain();
  assert.deepEqual(ran, ['check_payment']);
  pass(hourMs);
  await worker.drain();
  assert.deepEqual(ran, ['check_payment', 'purge_files']);
});

test('after the clock was set back, waiting jobs run earlier by the same time, so that their pauses stay the same', async (t) => {
  const { store, clock, enqueue } = await openJobFixture(t);
  await enqueue({ kind: 'check_payment', runAt: clock.now() + 5_000 });
  await enqueue({ kind: 'purge_files', runAt: clock.now() + minuteMs });
  clock.advance(-hourMs);
  const now = clock.now();
  await store.transaction((tx) => tx.jobs.bringForward(now, hourMs));
  const dueAt = await store.transaction((tx) => tx.jobs.nextDueAt(['check_payment', 'purge_files']));
  assert.equal(dueAt, now + 5_000);
  await store.transaction((tx) => tx.jobs.runBy('purge_files', now + 1_000));
  assert.equal(await store.transaction((tx) => tx.jobs.nextDueAt(['purge_files'])), now + 1_000);
});
