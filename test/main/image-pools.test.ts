import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../src/config.ts';
import { openOrderImages, requireNetFiles } from '../../src/main/image-pools.ts';

const here = fileURLToPath(import.meta.url);

test('the service does not start if the file of a neural network cannot be read, and the error names the variable of each such file', () => {
  requireNetFiles({ colouriserFile: null, matting: null });
  requireNetFiles({ colouriserFile: here, matting: { file: here, kind: 'modnet' } });
  assert.throws(
    () => requireNetFiles({ colouriserFile: `${here}x`, matting: { file: `${here}y`, kind: 'rmbg' } }),
    (error) =>
      error instanceof ConfigError &&
      error.problems.length === 2 &&
      /^COLOURISER_NET_FILE/.test(error.problems[0] ?? '') &&
      /^MATTING_NET_FILE/.test(error.problems[1] ?? ''),
  );
});

test('with many processes, no paid picture is refused while extras occupy all processes but one', async () => {
  const processes = 12;
  // The processes start a program that never responds, so no task ends before the pool is closed.
  const wrapper = { program: '/bin/sh', args: ['-c', 'exec sleep 600'] };
  const jail = { wrapper, nodeFlags: [], spawnAs: null, fileOwner: null, protections: [] };
  const work = openOrderImages(processes, { colouriserFile: null, matting: null }, jail);
  const run = (isExtra: boolean) =>
    work.run({ kind: 'colourise', sourceFile: here, targetFile: `${here}.result` }, { isExtra });
  for (let extras = 0; extras < processes - 1; extras += 1) void run(true);
  const paid = Array.from({ length: processes }, () => run(false));
  // Tasks are considered in the order in which they arrive. When the queue of the extras is full, all paid tasks wait.
  for (let extras = 0; extras < 8; extras += 1) void run(true);
  const refused = await run(true);
  assert.ok(refused.kind === 'unavailable' && refused.cause === 'queue_full');
  await work.close();
  for (const outcome of await Promise.all(paid)) {
    assert.ok(outcome.kind === 'unavailable' && outcome.cause === 'stopping', JSON.stringify(outcome));
  }
});
