/**
 * If an image process fails, one attempt of its task counts as failed. If the machine fails, no attempt counts, and the
 * task is reported as unavailable.
 */

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { on } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ImageProcessOptions, startImageProcess } from '../../../src/imaging/process/image-process.ts';
import { createImageProcessPool } from '../../../src/imaging/process/image-process-pool.ts';
import { parseProcessMessage, type RunMessage } from '../../../src/imaging/process/protocol.ts';
import { redAndBlue, scratchFolder } from '../pictures.ts';
import { onePicture, timeoutsOf } from './pool-options.ts';
import { bench, causeOf, endsWithin, isAlive, lost, noProc, scripted } from './scripted-pool.ts';

const realProcess: ImageProcessOptions = {
  entryFile: fileURLToPath(new URL('../../../src/imaging/process/image-process-main.ts', import.meta.url)),
  env: {},
  niceLevel: 0,
  heapMbMax: 256,
  memoryBytesMax: 2 ** 30,
  colouriserFile: null,
  mattingNet: null,
  jail: null,
};

for (const [script, message] of [
  ['exit', /3.*last words/],
  ['signal', /SIGSEGV/],
  ['throw', /a bug/],
  ['nonsense', /Malformed/],
] as const) {
  test(`a process that ends by ${script} makes one attempt of its task fail and leaves no file, and the next task succeeds`, async (t) => {
    const { folder, run, ask } = bench(t);
    await assert.rejects(run(script), lost('crashed', message));
    assert.deepEqual(readdirSync(folder), []);
    assert.match(await ask('report-pid'), /^\d+$/);
  });
}

test('a process that has exited counts as ended, even if a program that it has started holds its output and its channel open', async (t) => {
  const { folder, run, ask, close } = bench(t);
  await assert.rejects(run('leave-program'), lost('crashed', /ended \(3\)/));
  const program = Number(readFileSync(join(folder, 'leave-program.pid'), 'utf8'));
  t.after(() => process.kill(program, 'SIGKILL'));
  assert.ok(isAlive(program));
  assert.match(await ask('report-pid'), /^\d+$/);
  await close();
  assert.ok(isAlive(program));
});

test('a process that closes its channel during a task is killed, and the attempt counts as failed', async (t) => {
  const { run, ask } = bench(t);
  await assert.rejects(run('disconnect'), lost('crashed', /closed its channel/));
  assert.match(await ask('report-pid'), /^\d+$/);
});

test('a process that closes its channel after its task is killed', async (t) => {
  const { ask } = bench(t);
  const pid = Number(await ask('disconnect-idle'));
  assert.ok(await endsWithin(pid, 60_000));
});

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`if ${signal} from another program ends a process, its task is reported as unavailable and the next task succeeds`, async (t) => {
    const { folder, run, ask } = bench(t);
    const pid = Number(await ask('report-pid'));
    // Send the signal after the task has begun: if the process ended earlier, the cause would be `no_process`.
    const onProgress = (): void => void process.kill(pid, signal);
    assert.equal(causeOf(await run('hang', { onProgress })), 'killed');
    assert.deepEqual(readdirSync(folder), ['result-1']);
    assert.match(await ask('report-pid'), /^\d+$/);
  });
}

test('a task whose process SIGSTOP has stopped is unavailable after its timeout', noProc, async (t) => {
  const timeoutMs = { ...timeoutsOf(120_000), colourise: 500 };
  const { run, ask } = bench(t, { timeoutMs });
  // Run one task first, so that the process has started before the short timeout begins.
  await ask('report-pid');
  assert.equal(causeOf(await run('stop')), 'killed');
  assert.match(await ask('report-pid'), /^\d+$/);
});

test('a task is reported as unavailable if its process ends before the process is ready', async (t) => {
  const entryFile = fileURLToPath(new URL('./no-such-file.ts', import.meta.url));
  const { run } = bench(t, { entryFile });
  assert.equal(causeOf(await run('report-pid')), 'no_process');
});

test('on a full disk, a task is unavailable and its picture not refused as damaged', noProc, async (t) => {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload');
  await redAndBlue(64, 64).jpeg().toFile(sourceFile);
  const pool = startImageProcess(realProcess);
  t.after(() => pool.kill(undefined));
  // Every write to `/dev/full` fails with ENOSPC.
  const bounds = { pixelsMax: 1e6, sizeBytesMax: 1e6 };
  const task = { kind: 'normalise', sourceFile, targetFile: '/dev/full', ...bounds } as const;
  const outcome = await pool.run({ task, timeoutMs: 120_000, onProgress: () => undefined });
  assert.ok(outcome.kind === 'unavailable' && outcome.cause === 'storage', JSON.stringify(outcome));
});

test('a task for a process that has ended is refused as unavailable', async () => {
  const ended = startImageProcess({ ...realProcess, entryFile: scripted });
  await ended.kill(undefined);
  const task = { kind: 'colourise', sourceFile: '/report-pid', targetFile: '/result' } as const;
  const running = ended.run({ task, timeoutMs: 120_000, onProgress: () => undefined });
  await assert.rejects(running, { unavailableCause: 'no_process' });
});

test('a process that hangs is killed after the timeout of its kind of task, and the next task succeeds', async (t) => {
  const { folder, run, ask } = bench(t, {
    timeoutMs: { ...timeoutsOf(120_000), colourise: 500 },
  });
  await assert.rejects(run('hang'), lost('timeout', /500 ms/));
  assert.deepEqual(readdirSync(folder), []);
  assert.match(await ask('report-pid'), /^\d+$/);
});

test('a process that exceeds the memory limit is killed, and the next task succeeds', async (t) => {
  const { run, ask } = bench(t, { memoryBytesMax: 250 * 2 ** 20 });
  await assert.rejects(run('allocate'), lost('memory', /held \d+ MiB/));
  assert.match(await ask('report-pid'), /^\d+$/);
});

test('a task whose result cannot be stored is reported as unavailable', async (t) => {
  const work = createImageProcessPool({ ...onePicture, entryFile: scripted });
  t.after(() => work.close());
  // The result cannot be stored, because a file cannot replace a folder.
  const targetFile = scratchFolder(t);
  const task = { kind: 'colourise', sourceFile: '/report-pid', targetFile } as const;
  assert.equal(causeOf(await work.run(task)), 'storage');
});

test('on a system without /proc the image process itself reports its memory, and the same limit applies', async (t) => {
  const { run } = bench(t);
  await assert.rejects(run('report-memory'), lost('memory'));
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload');
  await redAndBlue(64, 64).jpeg().toFile(sourceFile);
  const child = fork(
    fileURLToPath(new URL('../../../src/imaging/process/image-process-main.ts', import.meta.url)),
    { execArgv: [] },
  );
  t.after(() => child.kill('SIGKILL'));
  const bounds = { pixelsMax: 1e6, sizeBytesMax: 1e6 };
  const task = { kind: 'normalise', sourceFile, targetFile: join(folder, 'photo'), ...bounds } as const;
  const settings = { colouriserFile: null, mattingNet: null, reportsMemory: true };
  child.send({ type: 'run', taskId: 1, task, settings } satisfies RunMessage);
  for await (const [value] of on(child, 'message')) {
    const message = parseProcessMessage(value);
    if (message.type !== 'memory') continue;
    assert.ok(message.rssBytes > 2 ** 24);
    break;
  }
});
