/**
 * `npm run test:faults -- [--cuts 10] [--seed 1] [file …]`: tests the service against power failures, a failing disk,
 * a full disk and a clock that is set. Linux only; needs gcc, libfaketime and the right to mount. If a tool is
 * missing, the tests that need it are skipped; with `CI=true` they fail.
 */

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cuts: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});

function whole(name: keyof typeof values): string {
  const text = values[name];
  if (/^\d{1,9}$/.test(text)) return text;
  console.error(`--${name} must be a whole number, not "${text}".`);
  process.exit(2);
}

const files = positionals.length > 0 ? positionals : globSync('test/faults/*.faults.ts').toSorted();
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...files], {
  env: { ...process.env, FAULTS_CUTS: whole('cuts'), FAULTS_SEED: whole('seed') },
  stdio: 'inherit',
});
process.exit(status ?? 1);
