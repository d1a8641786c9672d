import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { processorMsOf, startTimeLimit } from '../../../src/imaging/process/time-limit.ts';

/**
 * Starts a time limit of one second. `run` lets a second pass, in which the process uses `usedMs` of processor time.
 */
function limited(t: TestContext, isReadable = true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let processorMs = 40_000;
  let expired = 0;
  const end = startTimeLimit(
    1000,
    () => (isReadable ? processorMs : null),
    () => {
      expired += 1;
    },
  );
  return {
    end,
    expired: () => expired,
    run(usedMs: number) {
      processorMs += usedMs;
      t.mock.timers.tick(1000);
    },
  };
}

test('a task that uses as much processor time as its limit allows ends when the limit is over', (t) => {
  const task = limited(t);
  task.run(1000);
  assert.equal(task.expired(), 1);
});

test('a task on a busy machine goes on until it has used its limit of processor time', (t) => {
  const task = limited(t);
  for (let i = 0; i < 4; i++) task.run(240);
  assert.equal(task.expired(), 0);
  task.run(240);
  assert.equal(task.expired(), 1);
});

test('a task whose process uses no processor time ends when the limit is over', (t) => {
  const task = limited(t);
  task.run(0);
  assert.equal(task.expired(), 1);
});

test('on a busy machine, a task whose process no longer uses processor time ends at the next check', (t) => {
  const task = limited(t);
  task.run(300);
  assert.equal(task.expired(), 0);
  task.run(0);
  assert.equal(task.expired(), 1);
});

test('on a busy machine, a task ends after eight times its limit, even if its process still uses processor time', (t) => {
  const task = limited(t);
  for (let i = 0; i < 7; i++) task.run(20);
  assert.equal(task.expired(), 0);
  task.run(20);
  assert.equal(task.expired(), 1);
});

test('on a system that does not report processor time, a task ends when the limit is over', (t) => {
  const task = limited(t, false);
  task.run(100);
  assert.equal(task.expired(), 1);
});

test('after a task has ended, its time limit does not expire any more', (t) => {
  const task = limited(t);
  task.end();
  task.run(1000);
  assert.equal(task.expired(), 0);
});

test('the processor time of this process grows with its work', {
  skip: processorMsOf(process.pid) === null,
}, () => {
  const before = processorMsOf(process.pid) ?? 0;
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < 100_000);
  assert.ok((processorMsOf(process.pid) ?? 0) - before >= 80);
});

test('a process that does not exist has no processor time', () => {
  assert.equal(processorMsOf(undefined), null);
  assert.equal(processorMsOf(2 ** 22 + 1), null);
});
