/** A test file fails whose process is still alive after the time limit, for example because of an open server. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

const limitFile = new URL('../scripts/tests/process-limit.ts', import.meta.url);

function run(t: TestContext, limitMs: number, content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-limit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'a.test.mjs');
  writeFileSync(file, content);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, [`--import=${limitFile}`, '--test', '--test-reporter=tap', file], {
    encoding: 'utf8',
    env: { ...env, TEST_PROCESS_MS_MAX: String(limitMs) },
  });
}

test('the process of a test file that leaves a server open is ended, and the run fails and names what is open', (t) => {
  const { status, stdout } = run(
    t,
    3_000,
    `import { createServer } from 'node:net';
     import { test } from 'node:test';
     test('leaves a server open', (t, done) => createServer().listen(0, '127.0.0.1', done));`,
  );
  assert.equal(status, 1);
  assert.match(stdout, /did not end within 3000 ms\. Still open: .*TCPServerWrap/);
  assert.match(stdout, /^not ok .*a\.test\.mjs/m);
});

test('a test file whose process ends by itself does not wait for the limit', (t) => {
  const { status, stdout } = run(t, 600_000, `import { test } from 'node:test'; test('is empty', () => {});`);
  assert.equal(status, 0);
  assert.doesNotMatch(stdout, /did not end/);
});
