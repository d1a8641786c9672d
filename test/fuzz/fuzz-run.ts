/**
 * Fuzzes one target: half of the inputs come from the target's generator, the others are mutations of the corpus. An
 * input that reaches new code, or is answered in a new way, joins the corpus. fast-check makes each finding smaller.
 */

import fc from 'fast-check';
import type { Corpus } from './corpus.ts';
import type { Coverage } from './coverage.ts';
import { mutationsOf } from './mutations.ts';
import { type InputRunner, openInputRunner } from './run-inputs.ts';
import type { Target, Verdict } from './target.ts';
import type { Vitals } from './vitals.ts';

export interface FuzzRunOptions {
  readonly target: Target;
  readonly seed: number;
  readonly seconds: number;
  /** The number of findings after which the run ends early. */
  readonly findingsMax: number;
  readonly corpus: Corpus;
  readonly coverage: Coverage;
  readonly vitals: Vitals;
  readonly beforeInput: (input: Buffer) => void;
  readonly onFinding: (finding: Finding) => void;
}

export interface Finding {
  readonly problem: string;
  /** The smallest input that was found. */
  readonly input: Buffer;
  /** Whether the input alone shows the problem. Otherwise the inputs before it matter too. */
  readonly alone: boolean;
}

export interface FuzzRunSummary {
  readonly inputs: number;
  readonly added: number;
  readonly findings: readonly Finding[];
  readonly blocks: number;
  /** How many inputs had each label, the most frequent label first. */
  readonly labels: readonly (readonly [label: string, count: number])[];
}

/** The number of inputs in one round. An entry that a round adds to the corpus is mutated from the next round on. */
const inputsPerRound = 300;
/** Reading the coverage takes several times as long as an input, so one reading serves several inputs. */
const inputsPerReading = 16;
const shrinksMax = 400;

export async function fuzzRun(options: FuzzRunOptions): Promise<FuzzRunSummary> {
  const { target, seed, seconds, corpus, vitals, onFinding } = options;
  const endsAtMs = performance.now() + seconds * 1000;
  const runner = await openInputRunner(target, vitals, options.beforeInput);
  const known = new Map<string, Finding>();
  const labels = new Map<string, number>();
  const novelty = createNovelty(options, runner);

  async function runAndKeep(input: Buffer): Promise<Verdict> {
    const verdict = await runner.run(input);
    labels.set(verdict.label, (labels.get(verdict.label) ?? 0) + 1);
    await novelty.consider(input, verdict);
    return verdict;
  }

  function keep(finding: Finding): void {
    known.set(finding.problem, finding);
    onFinding(finding);
  }

  async function round(number: number): Promise<void> {
    let problem: string | null = null;
    let shrinks = 0;
    const property = fc.asyncProperty(inputsFor(target, corpus), async (input) => {
      if (problem === null) {
        const verdict = await runAndKeep(input);
        if (verdict.problem === null || known.has(verdict.problem)) return;
        problem = verdict.problem;
      } else {
        shrinks += 1;
        if (shrinks > shrinksMax || (await runner.run(input)).problem !== problem) return;
      }
      throw new Error(problem);
    });
    const outcome = await fc.check(property, {
      seed: seed + number,
      numRuns: inputsPerRound,
      interruptAfterTimeLimit: Math.max(1, endsAtMs - performance.now()),
    });
    const [input] = outcome.counterexample ?? [];
    if (problem === null || input === undefined) return;
    await runner.renew();
    keep({ problem, input, alone: (await runner.run(input)).problem === problem });
  }

  for (const entry of [...corpus.entries]) {
    const { problem } = await runAndKeep(entry);
    if (problem !== null && !known.has(problem)) keep({ problem, input: entry, alone: true });
  }
  const before = corpus.entries.length;
  const isOver = () => performance.now() >= endsAtMs || known.size >= options.findingsMax;
  for (let number = 0; !isOver(); number += 1) await round(number);
  await runner.close();
  if (runner.hasGrown()) keep({ problem: 'memory grows without end', input: Buffer.alloc(0), alone: false });
  return {
    inputs: runner.count(),
    added: corpus.entries.length - before,
    findings: [...known.values()],
    blocks: novelty.blocks(),
    labels: [...labels].sort(([, one], [, other]) => other - one),
  };
}

/**
 * Generates inputs for one round. Mutations use a copy of the corpus, because the inputs of a round must not depend
 * on what the round adds.
 */
function inputsFor({ inputs, dictionary, inputBytesMax }: Target, { entries }: Corpus): fc.Arbitrary<Buffer> {
  const generated = inputs.map((input) => input.subarray(0, inputBytesMax));
  if (entries.length === 0) return generated;
  return fc.oneof(generated, mutationsOf([...entries], dictionary, inputBytesMax));
}

/** Adds to the corpus the inputs that reach new code or have a new label. */
function createNovelty({ coverage, corpus }: FuzzRunOptions, runner: InputRunner) {
  const seenBlocks = new Set<string>();
  const seenLabels = new Set<string>();
  let waiting: Buffer[] = [];

  function takeNew(): string[] {
    return coverage.take().filter((block) => !seenBlocks.has(block));
  }

  /**
   * Finds out which of the inputs since the last reading of the coverage reach the new blocks, by running each of
   * them again.
   */
  async function search(): Promise<void> {
    const unclaimed = new Set(takeNew());
    const candidates = waiting;
    waiting = [];
    if (unclaimed.size === 0) return;
    for (const input of candidates) {
      await runner.run(input);
      const reached = coverage.take().filter((block) => unclaimed.has(block));
      if (reached.length === 0) continue;
      corpus.add(input);
      for (const block of reached) {
        unclaimed.delete(block);
        seenBlocks.add(block);
      }
    }
    // Blocks that no repeated input reached: they run only once, or at random times. Count them as seen.
    for (const block of unclaimed) seenBlocks.add(block);
  }

  return {
    blocks: () => seenBlocks.size,
    async consider(input: Buffer, { label, problem }: Verdict): Promise<void> {
      if (problem !== null) return;
      if (!seenLabels.has(label)) {
        seenLabels.add(label);
        corpus.add(input);
      }
      waiting.push(input);
      if (waiting.length >= inputsPerReading) await search();
    },
  };
}
