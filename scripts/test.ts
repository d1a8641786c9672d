/**
 * Runs the tests: `node scripts/test.ts [files]`, by default all. Node keeps the compiled modules of the tests and
 * of the services that they start, so that each process starts with half of the CPU time.
 */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const files = process.argv.slice(2);
const { status, signal, error } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=3', ...(files.length > 0 ? files : ['test/**/*.test.ts'])],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
      ...process.env,
    },
    stdio: 'inherit',
  },
);
if (error !== undefined) throw error;
if (signal !== null) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
