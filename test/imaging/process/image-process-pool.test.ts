/** Tests of a pool of image processes: the results of tasks, and what the processes inherit from the service. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bench, endsWithin } from './scripted-pool.ts';

test('a result gets its final file name only when it is complete, and the next task uses the same process', async (t) => {
  const { folder, ask } = bench(t);
  const pid = await ask('report-pid');
  assert.equal(readFileSync(join(folder, 'result-1'), 'utf8'), pid);
  assert.equal(await ask('report-pid'), pid);
  assert.deepEqual(readdirSync(folder).sort(), ['result-1', 'result-2']);
});

test('a process that has run the maximum number of tasks is replaced', async (t) => {
  const { ask } = bench(t, { tasksPerProcessMax: 2 });
  const [first, second, third] = [await ask('report-pid'), await ask('report-pid'), await ask('report-pid')];
  assert.equal(first, second);
  assert.notEqual(second, third);
  assert.ok(await endsWithin(Number(first), 60_000));
});

test('if the process refuses a photo, the task resolves with the refusal, and the file that the process has written is deleted', async (t) => {
  const { folder, run } = bench(t);
  assert.deepEqual(await run('refuse'), { kind: 'refused', refusal: 'no_face' });
  assert.deepEqual(readdirSync(folder), []);
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
  assert.match(environment, /"VIPS_MAX_THREADS":"32"/);
  assert.equal(await ask('report-flags'), '--no-maglev --max-semi-space-size=2 --max-old-space-size=99');
  if (process.platform !== 'win32') assert.equal(await ask('report-priority'), '7');
});
