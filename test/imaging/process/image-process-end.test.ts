/** Image processes end when their service ends. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { redAndBlue, scratchFolder } from '../pictures.ts';
import { endsWithin, isAlive, noProc } from './scripted-pool.ts';

/**
 * Starts a service in a process of its own, which runs one task. @returns the service and the ids of its image
 * processes.
 */
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

test('a service exits by itself after it has closed its image work', noProc, async (t) => {
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
