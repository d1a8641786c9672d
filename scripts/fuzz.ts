/**
 * `npm run fuzz -- [target…] [--seconds 600] [--seed 1]`: sends generated and mutated inputs to the service's parsers,
 * each target in a process of its own. Findings are saved under `out/fuzz`, inputs that reach new code under
 * `test/fuzz/corpus`. The exit code is 1 when there is a finding.
 *
 * `npm run fuzz -- target --replay file` runs one saved input. `npm run fuzz -- [target…] --distil` removes redundant
 * inputs from the corpus.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { targetNames } from '../test/fuzz/target-names.ts';

const entry = fileURLToPath(new URL('../test/fuzz/fuzz-process.ts', import.meta.url));
const outFolder = fileURLToPath(new URL('../out/fuzz/', import.meta.url));
/** If the event loop of a target does not respond for this long, it counts as blocked for ever. */
const silenceMsMax = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    replay: { type: 'string' },
    distil: { type: 'boolean', default: false },
  },
});

function whole(name: 'seconds' | 'seed', max: number): string {
  const text = values[name];
  if (/^\d+$/.test(text) && Number(text) <= max) return text;
  console.error(`--${name} must be a whole number up to ${max}, not "${text}".`);
  process.exit(2);
}

function chosenTargets(): readonly string[] {
  for (const name of positionals) {
    if (targetNames.some((known) => known === name)) continue;
    console.error(`There is no target "${name}". The targets are ${targetNames.join(', ')}.`);
    process.exit(2);
  }
  if (values.replay !== undefined && positionals.length !== 1) {
    console.error('--replay needs exactly one target.');
    process.exit(2);
  }
  return positionals.length === 0 ? targetNames : positionals;
}

/** @returns true if the target has no finding. */
async function runTarget(name: string, seconds: string, seed: string): Promise<boolean> {
  const out = join(outFolder, name);
  const replay = values.replay === undefined ? [] : ['--replay', resolve(values.replay)];
  const distil = values.distil ? ['--distil'] : [];
  const child = fork(
    entry,
    ['--target', name, '--seed', seed, '--seconds', seconds, '--out', out, ...replay, ...distil],
    { execArgv: ['--disable-warning=ExperimentalWarning'] },
  );
  let beatAtMs = performance.now();
  child.on('message', () => {
    beatAtMs = performance.now();
  });
  const watch = setInterval(() => {
    if (performance.now() - beatAtMs > silenceMsMax) child.kill('SIGKILL');
  }, 1000);
  const [code, signal]: unknown[] = await once(child, 'exit');
  clearInterval(watch);
  if (code === 0) return true;
  // With these exit codes the process has reported its findings, or a fault of the test harness, itself.
  if (code === 1 || code === 2) return false;
  saveLastInput(name, out, signal === null ? `exit code ${String(code)}` : `signal ${String(signal)}`);
  return false;
}

function saveLastInput(name: string, out: string, how: string): void {
  const current = join(out, 'current');
  console.log(`${name}: FINDING the process died or hung (${how})`);
  if (!existsSync(current)) return;
  const recorded = readFileSync(current);
  const file = join(out, 'fatal-input');
  writeFileSync(file, recorded.subarray(4, 4 + recorded.readUInt32LE(0)));
  console.log(`  ${file}\n  npm run fuzz -- ${name} --replay ${file}`);
}

const names = chosenTargets();
const seconds = whole('seconds', 1_000_000);
const seed = whole('seed', 2 ** 31);
if (values.replay === undefined && !values.distil) {
  console.log(`seed ${seed}, targets ${names.join(', ')}, ${seconds} s each`);
}
let isFine = true;
for (const name of names) isFine = (await runTarget(name, seconds, seed)) && isFine;
process.exit(isFine ? 0 : 1);
