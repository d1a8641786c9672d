import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createImageWork, type ImageWorkOptions } from '../../src/imaging/image-processes.ts';
import { parseChildMessage, type RunMessage } from '../../src/imaging/protocol.ts';
import {
  ImageAttemptLost,
  type ImageOutcome,
  type ImageTask,
  type ImageTaskOptions,
} from '../../src/usecases/ports/image-work.ts';
import { redAndBlue, scratchFolder } from './pictures.ts';

const scripted = fileURLToPath(new URL('./scripted-child.ts', import.meta.url));

interface Bench {
  readonly folder: string;
  readonly run: (script: string, options?: ImageTaskOptions) => Promise<ImageOutcome>;
  /** What the child told. */
  readonly ask: (script: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

function bench(t: TestContext, options: Partial<ImageWorkOptions> = {}): Bench {
  const folder = scratchFolder(t);
  const work = createImageWork({
    childrenMax: 1,
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
    childEntry: scripted,
    ...options,
  });
  t.after(() => work.close());
  let tasks = 0;
  // `hang` alone is of another kind, so that a test can give it a short time and leave others theirs.
  const taskOf = (script: string): ImageTask => {
    tasks += 1;
    const files = { sourceFile: join(folder, script), targetFile: join(folder, `result-${tasks}`) };
    return script === 'hang'
      ? { kind: 'colourise', ...files }
      : { kind: 'normalise', ...files, pixelsMax: 1 };
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Ended, but not yet collected by whoever adopted it.
    return !(existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')));
  } catch {
    return false;
  }
}

async function goneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (isAlive(pid) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  return !isAlive(pid);
}

test('a result appears whole under its name, and a child is kept warm', async (t) => {
  const { folder, ask } = bench(t);
  const pid = await ask('tell-pid');
  assert.equal(readFileSync(join(folder, 'result-1'), 'utf8'), pid);
  assert.equal(await ask('tell-pid'), pid);
  assert.deepEqual(readdirSync(folder).sort(), ['result-1', 'result-2']);
});

test('a child is replaced after its share of tasks', async (t) => {
  const { ask } = bench(t, { tasksPerChildMax: 2 });
  const [first, second, third] = [await ask('tell-pid'), await ask('tell-pid'), await ask('tell-pid')];
  assert.equal(first, second);
  assert.notEqual(second, third);
  assert.ok(await goneWithin(Number(first), 5000));
});

for (const [script, message] of [
  ['exit', /3.*last words/],
  ['signal', /SIGSEGV/],
  ['throw', /a bug/],
  ['nonsense', /not understood/],
] as const) {
  test(`a child that ends by ${script} loses its attempt; nothing is left, and the next task works`, async (t) => {
    const { folder, run, ask } = bench(t);
    await assert.rejects(run(script), lost('crashed', message));
    assert.deepEqual(readdirSync(folder), []);
    assert.match(await ask('tell-pid'), /^\d+$/);
  });
}

test('a child that hangs is killed at the bound of its kind; the next task works', async (t) => {
  const { folder, run, ask } = bench(t, {
    timeoutMs: { normalise: 20_000, check: 20_000, id_photo: 1, colourise: 500, sheet: 20_000, icon: 20_000 },
  });
  await assert.rejects(run('hang'), lost('timeout', /500 ms/));
  assert.deepEqual(readdirSync(folder), []);
  assert.match(await ask('tell-pid'), /^\d+$/);
});

test('a child that swells is killed at the bound; the next task works', async (t) => {
  const { run, ask } = bench(t, { memoryBytesMax: 250 * 2 ** 20 });
  await assert.rejects(run('swell'), lost('memory', /held \d+ MiB/));
  assert.match(await ask('tell-pid'), /^\d+$/);
});

test('a refusal is an outcome, and what the child had written is gone', async (t) => {
  const { folder, run } = bench(t);
  assert.deepEqual(await run('refuse'), { kind: 'refused', refusal: 'no_face' });
  assert.deepEqual(readdirSync(folder), []);
});

test('abort stops the work under way with its reason; the next task works', async (t) => {
  const { folder, run, ask } = bench(t);
  const reason = new Error('the lease is lost');
  const pid = Number(await ask('tell-pid'));
  const controller = new AbortController();
  const running = run('hang', { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(running, reason);
  assert.ok(await goneWithin(pid, 5000));
  assert.notEqual(Number(await ask('tell-pid')), pid);
  assert.deepEqual(readdirSync(folder).sort(), ['result-1', 'result-3']);
});

test('abort takes a waiting task out of the queue, and one aborted before never starts', async (t) => {
  const { folder, run } = bench(t);
  const running = run('wait-for-file');
  const controller = new AbortController();
  const waiting = run('tell-pid', { signal: controller.signal });
  controller.abort(new Error('no more'));
  await assert.rejects(waiting, /no more/);
  await assert.rejects(run('tell-pid', { signal: controller.signal }), /no more/);
  writeFileSync(join(folder, 'result-1.partial.go'), '');
  assert.equal((await running).kind, 'made');
});

test('tasks beyond the children wait in order; beyond the queue they are refused as unavailable', async (t) => {
  const { folder, run } = bench(t, { childrenMax: 2, queueMax: 1 });
  const running = [run('wait-for-file'), run('wait-for-file')];
  const waiting = run('tell-pid');
  await assert.rejects(run('tell-pid'), { name: 'AppError', code: 'unavailable', retryAfterS: 5 });
  writeFileSync(join(folder, 'result-1.partial.go'), '');
  const [one] = await Promise.all([running[0], waiting]);
  writeFileSync(join(folder, 'result-2.partial.go'), '');
  const other = await running[1];
  assert.notDeepEqual(one, other, 'two children worked side by side');
});

test('progress only rises, stays within 1, and comes at most a few times a second', async (t) => {
  const { run } = bench(t);
  const told: number[] = [];
  await run('progress', { onProgress: (fraction) => told.push(fraction) });
  assert.deepEqual(told, [0.2, 0.7]);
});

test('a child inherits no secret, no flag, and gives way to the service', async (t) => {
  process.env.SECRET_KEY = 'for the service only';
  t.after(() => delete process.env.SECRET_KEY);
  const { ask } = bench(t, { niceLevel: 7, heapMbMax: 99, env: { LANG: 'C' } });
  const environment = await ask('tell-environment');
  assert.doesNotMatch(environment, /SECRET|PATH/);
  assert.match(environment, /"LANG":"C"/);
  assert.equal(await ask('tell-flags'), '--max-old-space-size=99');
  if (process.platform !== 'win32') assert.equal(await ask('tell-priority'), '7');
});

test('close ends every child; work under way, waiting and new is lost', async (t) => {
  const { folder, run, ask, close } = bench(t);
  const pid = Number(await ask('tell-pid'));
  const tasks = [run('hang'), run('tell-pid')].map((task) =>
    assert.rejects(task, lost('crashed', /stopped/)),
  );
  await close();
  await Promise.all(tasks);
  assert.ok(!isAlive(pid));
  await assert.rejects(run('tell-pid'), lost('crashed', /stopped/));
  assert.deepEqual(readdirSync(folder), ['result-1']);
});

test('a result that cannot be stored is a lost attempt', async (t) => {
  const work = createImageWork({
    childrenMax: 1,
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
    childEntry: scripted,
  });
  t.after(() => work.close());
  const targetFile = join(scratchFolder(t), 'no-such-folder', 'result');
  const task = { kind: 'colourise', sourceFile: '/tell-pid', targetFile } as const;
  await assert.rejects(work.run(task), lost('crashed', /ENOENT/));
});

test('where the system does not tell a child’s memory, the child does, and is held to the same bound', async (t) => {
  const { run } = bench(t);
  await assert.rejects(run('tell-memory'), lost('memory'));
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload');
  await redAndBlue(64, 64).jpeg().toFile(sourceFile);
  const child = fork(fileURLToPath(new URL('../../src/imaging/child.ts', import.meta.url)), { execArgv: [] });
  t.after(() => child.kill('SIGKILL'));
  const task = { kind: 'normalise', sourceFile, targetFile: join(folder, 'photo'), pixelsMax: 1e6 } as const;
  const settings = { colouriserFile: null, mattingNet: null, tellsMemory: true };
  child.send({ type: 'run', taskId: 1, task, settings } satisfies RunMessage);
  for await (const [value] of on(child, 'message')) {
    const message = parseChildMessage(value);
    if (message.type !== 'memory') continue;
    assert.ok(message.rssBytes > 2 ** 24);
    break;
  }
});

/** A service of its own that has done one picture; its children's ids. */
async function serviceWithChild(t: TestContext, ...more: readonly string[]) {
  const folder = scratchFolder(t);
  const sourceFile = join(folder, 'upload');
  await redAndBlue(64, 64).jpeg().toFile(sourceFile);
  const entry = fileURLToPath(new URL('./parent-of-child.ts', import.meta.url));
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

const noProc = { skip: !existsSync('/proc/self/task') };

test('a service that has closed its image work comes to its end by itself', noProc, async (t) => {
  const { exit, children } = await serviceWithChild(t, 'closes');
  assert.deepEqual(await exit, [0, null]);
  for (const pid of children) assert.ok(!isAlive(pid));
});

test('no child outlives a service that was killed', noProc, async (t) => {
  const { service, children } = await serviceWithChild(t);
  assert.ok(children.every(isAlive));
  service.kill('SIGKILL');
  for (const pid of children) assert.ok(await goneWithin(pid, 5000), 'the child is gone');
});
