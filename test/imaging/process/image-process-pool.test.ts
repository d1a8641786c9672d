import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ImageProcessOptions, startImageProcess } from '../../../src/imaging/process/image-process.ts';
import {
  createImageProcessPool,
  type ImageProcessPoolOptions,
} from '../../../src/imaging/process/image-process-pool.ts';
import { parseProcessMessage, type RunMessage } from '../../../src/imaging/process/protocol.ts';
import {
  ImageAttemptLost,
  type ImageOutcome,
  type ImageTask,
  type ImageTaskOptions,
  type UnavailableCause,
} from '../../../src/usecases/ports/image-work.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { redAndBlue, scratchFolder } from '../pictures.ts';

const scripted = fileURLToPath(new URL('./scripted-process.ts', import.meta.url));

const noProc = { skip: !existsSync('/proc/self/task') };

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

interface Bench {
  readonly folder: string;
  readonly run: (script: string, options?: ImageTaskOptions) => Promise<ImageOutcome>;
  /** Resolves with what the process reports. */
  readonly ask: (script: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

function bench(t: TestContext, options: Partial<ImageProcessPoolOptions> = {}): Bench {
  const folder = scratchFolder(t);
  const work = createImageProcessPool({
    processesMax: 1,
    queueMax: 10,
    timeoutMs: {
      normalise: 20_000,
      check: 20_000,
      id_photo: 20_000,
      colourise: 20_000,
      sheet: 20_000,
      icon: 20_000,
    },
    memoryBytesMax: 2 ** 30,
    entryFile: scripted,
    ...options,
  });
  t.after(() => work.close());
  let tasks = 0;
  // `hang` and `stop` are the only tasks of their kind, so that a test can shorten their timeout and no other.
  const taskOf = (script: string): ImageTask => {
    tasks += 1;
    const files = { sourceFile: join(folder, script), targetFile: join(folder, `result-${tasks}`) };
    return script === 'hang' || script === 'stop'
      ? { kind: 'colourise', ...files }
      : { kind: 'normalise', ...files, pixelsMax: 1, sizeBytesMax: 1 };
  };
  const run: Bench['run'] = (script, taskOptions) => work.run(taskOf(script), taskOptions);
  const ask = async (script: string): Promise<string> => {
    const outcome = await run(script);
    return outcome.kind === 'made' ? outcome.contentType : assert.fail('refused');
  };
  return { folder, run, ask, close: () => work.close() };
}

function lost(reason: ImageAttemptLost['reason'], message = /./): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ImageAttemptLost, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, message);
    return true;
  };
}

/** @returns why the machine could not do the work; undefined for every other outcome. */
function causeOf(outcome: ImageOutcome): UnavailableCause | undefined {
  return outcome.kind === 'unavailable' ? outcome.cause : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended stays listed as a zombie until its parent collects it.
    return !(existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')));
  } catch {
    return false;
  }
}

/** Resolves with whether the process ends within the time. */
async function endsWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (isAlive(pid) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  return !isAlive(pid);
}

test('a result gets its file name when it is complete, and the next task uses the same process', async (t) => {
  const { folder, ask } = bench(t);
  const pid = await ask('report-pid');
  assert.equal(readFileSync(join(folder, 'result-1'), 'utf8'), pid);
  assert.equal(await ask('report-pid'), pid);
  assert.deepEqual(readdirSync(folder).sort(), ['result-1', 'result-2']);
});

test('a process is replaced after the maximum number of tasks', async (t) => {
  const { ask } = bench(t, { tasksPerProcessMax: 2 });
  const [first, second, third] = [await ask('report-pid'), await ask('report-pid'), await ask('report-pid')];
  assert.equal(first, second);
  assert.notEqual(second, third);
  assert.ok(await endsWithin(Number(first), 60_000));
});

for (const [script, message] of [
  ['exit', /3.*last words/],
  ['signal', /SIGSEGV/],
  ['throw', /a bug/],
  ['nonsense', /Malformed/],
] as const) {
  test(`a process that ends by ${script} costs one attempt, leaves no file, and the next task succeeds`, async (t) => {
    const { folder, run, ask } = bench(t);
    await assert.rejects(run(script), lost('crashed', message));
    assert.deepEqual(readdirSync(folder), []);
    assert.match(await ask('report-pid'), /^\d+$/);
  });
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`if ${signal} from outside ends a process, its task is unavailable and the next task succeeds`, async (t) => {
    const { folder, run, ask } = bench(t);
    const pid = Number(await ask('report-pid'));
    const running = run('hang');
    process.kill(pid, signal);
    assert.equal(causeOf(await running), 'killed');
    assert.deepEqual(readdirSync(folder), ['result-1']);
    assert.match(await ask('report-pid'), /^\d+$/);
  });
}

test('a task whose process was stopped from outside is unavailable after the timeout', noProc, async (t) => {
  const timeoutMs = { normalise: 20_000, check: 1, id_photo: 1, colourise: 500, sheet: 1, icon: 1 };
  const { run, ask } = bench(t, { timeoutMs });
  // The process has started before the short timeout begins.
  await ask('report-pid');
  assert.equal(causeOf(await run('stop')), 'killed');
  assert.match(await ask('report-pid'), /^\d+$/);
});

test('a task whose process ends before it is ready is unavailable', async (t) => {
  const entryFile = fileURLToPath(new URL('./no-such-file.ts', import.meta.url));
  const { run } = bench(t, { entryFile });
  assert.equal(causeOf(await run('report-pid')), 'no_process');
});

test('a full disk makes a task unavailable and is not reported as a damaged picture', noProc, async (t) => {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload');
  await redAndBlue(64, 64).jpeg().toFile(sourceFile);
  const pool = startImageProcess(realProcess);
  t.after(() => pool.kill(undefined));
  // Every write to `/dev/full` fails with ENOSPC.
  const bounds = { pixelsMax: 1e6, sizeBytesMax: 1e6 };
  const task = { kind: 'normalise', sourceFile, targetFile: '/dev/full', ...bounds } as const;
  const outcome = await pool.run({ task, timeoutMs: 20_000, onProgress: () => undefined });
  assert.ok(outcome.kind === 'unavailable' && outcome.cause === 'storage', JSON.stringify(outcome));
});

test('a process that hangs is killed after the timeout of its kind of task, and the next task succeeds', async (t) => {
  const { folder, run, ask } = bench(t, {
    timeoutMs: { normalise: 20_000, check: 20_000, id_photo: 1, colourise: 500, sheet: 20_000, icon: 20_000 },
  });
  await assert.rejects(run('hang'), lost('timeout', /500 ms/));
  assert.deepEqual(readdirSync(folder), []);
  assert.match(await ask('report-pid'), /^\d+$/);
});

test('a process that exceeds the memory bound is killed, and the next task succeeds', async (t) => {
  const { run, ask } = bench(t, { memoryBytesMax: 250 * 2 ** 20 });
  await assert.rejects(run('allocate'), lost('memory', /held \d+ MiB/));
  assert.match(await ask('report-pid'), /^\d+$/);
});

test('a refusal is an outcome, and the file that the process has written is deleted', async (t) => {
  const { folder, run } = bench(t);
  assert.deepEqual(await run('refuse'), { kind: 'refused', refusal: 'no_face' });
  assert.deepEqual(readdirSync(folder), []);
});

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

test('abort removes a waiting task from the queue, and a task that was aborted before never starts', async (t) => {
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

test('tasks wait while all processes are busy, and are refused as unavailable when the queue is full', async (t) => {
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

test('an extra waits until no other task waits, and a full queue of extras refuses no other task', async (t) => {
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

test('progress rises, stays within 1, and is reported at most four times a second', async (t) => {
  const { run } = bench(t);
  const reported: number[] = [];
  await run('progress', { onProgress: (fraction) => reported.push(fraction) });
  assert.deepEqual(reported, [0.2, 0.7]);
});

test('a process inherits no secret and no flag, and has a lower priority than the service', async (t) => {
  process.env.SECRET_KEY = 'for the service only';
  t.after(() => delete process.env.SECRET_KEY);
  const { ask } = bench(t, { niceLevel: 7, heapMbMax: 99, env: { LANG: 'C' } });
  const environment = await ask('report-environment');
  assert.doesNotMatch(environment, /SECRET|PATH/);
  assert.match(environment, /"LANG":"C"/);
  assert.equal(await ask('report-flags'), '--max-old-space-size=99');
  if (process.platform !== 'win32') assert.equal(await ask('report-priority'), '7');
});

test('close ends every process and makes running, waiting and new tasks unavailable', async (t) => {
  const { folder, run, ask, close } = bench(t);
  const pid = Number(await ask('report-pid'));
  const tasks = [run('hang'), run('report-pid')];
  await close();
  for (const outcome of await Promise.all(tasks)) assert.equal(causeOf(outcome), 'stopping');
  assert.ok(!isAlive(pid));
  assert.equal(causeOf(await run('report-pid')), 'stopping');
  assert.deepEqual(readdirSync(folder), ['result-1']);
});

test('a task whose result cannot be stored is unavailable', async (t) => {
  const work = createImageProcessPool({
    processesMax: 1,
    queueMax: 1,
    timeoutMs: {
      normalise: 20_000,
      check: 20_000,
      id_photo: 20_000,
      colourise: 20_000,
      sheet: 20_000,
      icon: 20_000,
    },
    memoryBytesMax: 2 ** 30,
    entryFile: scripted,
  });
  t.after(() => work.close());
  // A file cannot replace a folder.
  const targetFile = scratchFolder(t);
  const task = { kind: 'colourise', sourceFile: '/report-pid', targetFile } as const;
  assert.equal(causeOf(await work.run(task)), 'storage');
});

test('without /proc the process reports its own memory, and the same bound applies', async (t) => {
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

/** Starts a service in a process of its own, which has run one task. Returns the ids of its image processes. */
async function serviceWithProcess(t: TestContext, ...more: readonly string[]) {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload');
  await redAndBlue(64, 64).jpeg().toFile(sourceFile);
  const entry = fileURLToPath(new URL('./parent-process.ts', import.meta.url));
  const service = spawn(process.execPath, [entry, sourceFile, join(folder, 'photo.jpg'), ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => service.kill('SIGKILL'));
  const exit = once(service, 'exit');
  const [line] = await once(service.stdout, 'data');
  const children = String(line).trim().split(' ').map(Number);
  assert.equal(children.length, 1);
  return { service, exit, children };
}

test('a service that has closed its image work can exit', noProc, async (t) => {
  const { exit, children } = await serviceWithProcess(t, 'closes');
  assert.deepEqual(await exit, [0, null]);
  for (const pid of children) assert.ok(!isAlive(pid));
});

test('no image process outlives a service that was killed', noProc, async (t) => {
  const { service, children } = await serviceWithProcess(t);
  assert.ok(children.every(isAlive));
  service.kill('SIGKILL');
  for (const pid of children) assert.ok(await endsWithin(pid, 60_000), 'the image process has ended');
});
