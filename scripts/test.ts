/**
 * Runs the tests: `node scripts/test.ts [files]`, by default all. Node caches the compiled modules of the tests and of
 * the services that they start, so that the start of each process takes half of the CPU time.
 */

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { fixedImageThreads } from '../src/imaging/process/image-process.ts';

/**
 * A test that waits for ever fails after this time, so that the run ends and names it. It is many times the duration of
 * the slowest file on a loaded machine.
 */
const testMsMax = 20 * 60_000;

const files = process.argv.slice(2);
// More test files than processors run at the same time, because tests that use a browser or processes wait most of the
// time.
const filesAtATime = availableParallelism() + 2;
const { status, signal, error } = spawnSync(
  process.execPath,
  [
    // As in the service: see docs/decisions/0100-no-maglev.md.
    '--no-maglev',
    `--import=${new URL('./untracked-promises.ts', import.meta.url)}`,
    '--test',
    `--test-concurrency=${filesAtATime}`,
    `--test-timeout=${testMsMax}`,
    ...(files.length > 0 ? files : ['test/**/*.test.ts']),
  ],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
      ...fixedImageThreads,
      ...process.env,
    },
    stdio: 'inherit',
  },
);
if (error !== undefined) throw error;
if (signal !== null) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
