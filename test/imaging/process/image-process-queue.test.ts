/** Tasks that wait for an image process, are aborted, or are under way when the pool closes. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImageJail } from '../../../src/imaging/process/image-jail.ts';
import type { ImageOutcome } from '../../../src/usecases/ports/image-work.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { bench, causeOf, endsWithin, isAlive } from './scripted-pool.ts';

test('abort stops a running task, which rejects with the reason, and the next task succeeds', async (t) => {
  const { folder, run, ask } = bench(t);
  const reason = new Error('the lease is lost');
  const pid = Number(await ask('report-pid'));
  const controller = new AbortController();
  const running = run('hang', { signal: controller.signal });
  await waitUntil('the task runs', () => existsSync(join(folder, 'result-2.partial')));
  controller.abort(reason);
  await assert.rejects(running, reason);
  assert.ok(await endsWithin(pid, 60_000));
  assert.notEqual(Number(await ask('report-pid')), pid);
  assert.deepEqual(readdirSync(folder).sort(), ['result-1', 'result-3']);
});

test('a task that is aborted while its files are prepared never runs', async (t) => {
  const reason = new Error('the service stops');
  const controller = new AbortController();
  const jail: ImageJail = {
    wrapper: null,
    nodeFlags: [],
    spawnAs: null,
    fileOwner: {
      // The pool reads `uid` when it makes this user the owner of the first file, so the task is aborted at that
      // moment.
      get uid() {
        controller.abort(reason);
        return process.getuid?.() ?? 0;
      },
      gid: process.getgid?.() ?? 0,
    },
    protections: [],
  };
  const { folder, run } = bench(t, { jail });
  writeFileSync(join(folder, 'hang'), '');
  await assert.rejects(run('hang', { signal: controller.signal }), reason);
  assert.deepEqual(readdirSync(folder), ['hang']);
});

test('abort removes a waiting task from the queue, and a task that is already aborted never starts', async (t) => {
  const { folder, run } = bench(t);
  const running = run('wait-for-file');
  const controller = new AbortController();
  const waiting = run('report-pid', { signal: controller.signal });
  controller.abort(new Error('no more'));
  await assert.rejects(waiting, /no more/);
  await assert.rejects(run('report-pid', { signal: controller.signal }), /no more/);
  writeFileSync(join(folder, 'result-1.partial.go'), '');
  assert.equal((await running).kind, 'made');
});

test('tasks wait while all processes are busy, and are reported as unavailable when the queue is full', async (t) => {
  const { folder, run } = bench(t, { processesMax: 2, queueMax: 1 });
  const running = [run('wait-for-file'), run('wait-for-file')];
  const waiting = run('report-pid');
  assert.equal(causeOf(await run('report-pid')), 'queue_full');
  writeFileSync(join(folder, 'result-1.partial.go'), '');
  const [one] = await Promise.all([running[0], waiting]);
  writeFileSync(join(folder, 'result-2.partial.go'), '');
  const other = await running[1];
  assert.notDeepEqual(one, other, 'the two tasks ran in two processes');
});

test('a client with one photo waits for one photo of another client, not for all of them', async (t) => {
  const { folder, run } = bench(t, { queueMax: 4 });
  const order: string[] = [];
  const first = run('wait-for-file', { client: 'flood' });
  const note = (name: string, task: Promise<ImageOutcome>) =>
    task.then((outcome) => order.push(`${name} ${causeOf(outcome) ?? outcome.kind}`));
  const flood = ['a', 'b', 'c', 'd'].map((name) => note(name, run('report-pid', { client: 'flood' })));
  const other = note('other', run('report-pid', { client: 'other' }));
  const refused = note('e', run('report-pid', { client: 'flood' }));
  await refused;
  writeFileSync(join(folder, 'result-1.partial.go'), '');
  await Promise.all([first, ...flood, other]);
  assert.deepEqual(order, ['d queue_full', 'e queue_full', 'a made', 'other made', 'b made', 'c made']);
});

test('the task of an extra waits until no other task waits, and a full queue of extras does not make other tasks unavailable', async (t) => {
  const { folder, run } = bench(t, { queueMax: 2, extrasMax: 1 });
  const order: string[] = [];
  const first = run('wait-for-file');
  const note = (name: string, task: Promise<ImageOutcome>) =>
    task.then((outcome) => order.push(`${name} ${causeOf(outcome) ?? outcome.kind}`));
  const extra = note('extra', run('report-pid', { isExtra: true }));
  await note('second extra', run('report-pid', { isExtra: true }));
  const paid = [note('paid', run('report-pid')), note('paid', run('report-pid'))];
  await note('third extra', run('report-pid', { isExtra: true }));
  writeFileSync(join(folder, 'result-1.partial.go'), '');
  await Promise.all([first, extra, ...paid]);
  assert.deepEqual(order, [
    'second extra queue_full',
    'third extra queue_full',
    'paid made',
    'paid made',
    'extra made',
  ]);
});

test('closing the pool ends every process, and running, waiting and new tasks are reported as unavailable', async (t) => {
  const { folder, run, ask, close } = bench(t);
  const pid = Number(await ask('report-pid'));
  const tasks = [run('hang'), run('report-pid')];
  await close();
  for (const outcome of await Promise.all(tasks)) assert.equal(causeOf(outcome), 'stopping');
  assert.ok(!isAlive(pid));
  assert.equal(causeOf(await run('report-pid')), 'stopping');
  assert.deepEqual(readdirSync(folder), ['result-1']);
});
