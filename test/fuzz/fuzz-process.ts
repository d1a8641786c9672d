/**
 * The process in which `npm run fuzz` fuzzes one target or replays one input. The parent process starts it, because an
 * input may end this process or block it for ever.
 */

import { mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameOf, openCorpus } from './corpus.ts';
import { startCoverage } from './coverage.ts';
import { type Finding, fuzzRun } from './fuzz-run.ts';
import { openInputRunner } from './run-inputs.ts';
import type { Target } from './target.ts';
import { targets } from './targets.ts';
import { watchVitals } from './vitals.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1' },
    out: { type: 'string', default: '' },
    replay: { type: 'string' },
    distil: { type: 'boolean', default: false },
  },
});

const labelsShown = 40;
/** The maximum number of different findings of one run. */
const findingsMax = 20;

function named(name: string): Target {
  const found = targets.find((target) => target.name === name);
  if (found === undefined) throw new Error(`There is no target ${name}.`);
  return found;
}

/**
 * Writes each input to the file before it runs, so that the parent can read the last input of a process that ended
 * or hangs.
 */
function inputRecorder(file: string): (input: Buffer) => void {
  const descriptor = openSync(file, 'w');
  const length = Buffer.alloc(4);
  return (input) => {
    length.writeUInt32LE(input.length);
    writeSync(descriptor, Buffer.concat([length, input]), 0, undefined, 0);
  };
}

async function fuzz(target: Target, out: string): Promise<boolean> {
  const vitals = watchVitals();
  const coverage = startCoverage();
  const corpus = openCorpus(target.name, target.extension);
  const before = corpus.entries.length;
  const onFinding = ({ problem, input, alone }: Finding) => {
    const file = join(out, `${nameOf(input)}.${target.extension}`);
    writeFileSync(file, input);
    console.log(`${target.name}: FINDING ${problem}`);
    console.log(`  ${file}${alone ? '' : ' (the input alone does not show it; run the seed again)'}`);
    console.log(`  npm run fuzz -- ${target.name} --replay ${file}`);
  };
  const summary = await fuzzRun({
    target,
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    findingsMax,
    corpus,
    coverage,
    vitals,
    beforeInput: inputRecorder(join(out, 'current')),
    onFinding,
  });
  coverage.stop();
  for (const [label, count] of summary.labels.slice(0, labelsShown)) {
    console.log(`  ${String(count).padStart(8)}  ${label}`);
  }
  console.log(
    `${target.name}: seed ${values.seed}, ${summary.inputs} inputs, ${summary.blocks} blocks of code, ` +
      `corpus ${before} + ${summary.added}, ${summary.findings.length} findings`,
  );
  return summary.findings.length === 0;
}

/** Removes the inputs of the corpus that reach nothing beyond what smaller inputs reach. */
async function distil(target: Target): Promise<boolean> {
  const coverage = startCoverage();
  const corpus = openCorpus(target.name, target.extension);
  const runner = await openInputRunner(target, watchVitals());
  const seen = new Set<string>();
  let removed = 0;
  for (const entry of corpus.entries) {
    const { label } = await runner.run(entry);
    const reached = [label, ...coverage.take()].filter((one) => !seen.has(one));
    for (const one of reached) seen.add(one);
    if (reached.length > 0) continue;
    corpus.remove(entry);
    removed += 1;
  }
  await runner.close();
  console.log(`${target.name}: corpus ${corpus.entries.length} - ${removed}`);
  return true;
}

async function replay(target: Target, file: string): Promise<boolean> {
  const runner = await openInputRunner(target, watchVitals());
  const { label, problem } = await runner.run(readFileSync(file));
  await runner.close();
  console.log(problem === null ? `no problem: ${label}` : `FINDING ${problem}`);
  return problem === null;
}

function run(target: Target): Promise<boolean> {
  if (values.distil) return distil(target);
  return values.replay === undefined ? fuzz(target, values.out) : replay(target, values.replay);
}

// A blocked event loop sends no beat, and the parent then ends this process.
const beat = setInterval(() => process.send?.('beat'), 1000);
mkdirSync(values.out, { recursive: true });
try {
  const target = named(values.target);
  const isFine = await run(target);
  process.exitCode = isFine ? 0 : 1;
} catch (error) {
  // Report the error here: because `vitals.ts` catches unhandled errors, Node does not report an error that ends
  // this module.
  console.error('The harness failed:', error);
  process.exitCode = 2;
}
clearInterval(beat);
process.exit();
