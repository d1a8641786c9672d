/**
 * Runs the tests: `node scripts/test.ts [files]`, by default all. Node caches the compiled modules of the tests and of
 * the services that they start, so that the start of each process takes half of the CPU time.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixedImageThreads } from '../src/imaging/process/image-process.ts';
import { writeTestEntries } from './tests/test-entries.ts';

/**
 * A test that waits for ever fails after this time, so that the run ends and names it. It is many times the duration of
 * the slowest file on a loaded machine.
 */
const testMsMax = 12 * 60_000;
/** The process of a test file is ended after this time, for example if a test has left a server open. */
const processMsMax = 15 * 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'photokiosk-tests-'));
const cachedImages = join(folder, 'images');
const cachedPglite = join(folder, 'pglite');
for (const cache of [cachedImages, cachedPglite]) mkdirSync(cache);

const given = process.argv.slice(2);
const files = given.length > 0 ? given : writeTestEntries(root, folder);
// More processes than processors run at the same time, because tests that use a browser or processes wait most of the
// time.
const processesAtATime = availableParallelism() + 2;
const { status, signal, error } = spawnSync(
  process.execPath,
  [
    // As in the service: see docs/decisions/0100-no-maglev.md.
    '--no-maglev',
    `--import=${new URL('./tests/untracked-promises.ts', import.meta.url)}`,
    `--import=${new URL('./tests/process-limit.ts', import.meta.url)}`,
    '--test',
    `--test-concurrency=${processesAtATime}`,
    `--test-timeout=${testMsMax}`,
    ...files,
  ],
  {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      IMAGE_CACHE: cachedImages,
      PGLITE_CACHE: cachedPglite,
      TEST_PROCESS_MS_MAX: String(processMsMax),
      ...fixedImageThreads,
      ...process.env,
    },
    stdio: 'inherit',
  },
);
rmSync(folder, { recursive: true, force: true });
if (error !== undefined) throw error;
if (signal !== null) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
