/**
 * Runs the inputs of a target one after the other and adds what the target cannot see itself: a blocked event loop, a
 * run without an end, errors that nothing handles, and memory that grows. The target is opened anew from time to time,
 * so that its database stays small.
 */

import { type OpenTarget, type Target, type Verdict, wrong } from './target.ts';
import { textOf, type Vitals } from './vitals.ts';

export interface InputRunner {
  run(input: Buffer): Promise<Verdict>;
  /** Opens the target anew. Does nothing if no input has run since the last time. */
  renew(): Promise<void>;
  /** Whether memory grew beyond the bound while the target was opened again and again. */
  hasGrown(): boolean;
  /** The number of runs so far. A repeated input counts each time. */
  count(): number;
  close(): Promise<void>;
}

const inputsPerOpening = 1_000;
/** How long the service may be busy with one input. It answers no other request during this time. */
const blockedMsMax = 200;
/**
 * How many runs of one input must block before it is a finding. A garbage collection or a first compilation can be slow
 * once.
 */
const blockedRunsMin = 3;
/**
 * The number of openings before the memory is measured, because caches and compiled code grow during the first
 * ones.
 */
const openingsBeforeMeasuring = 3;
const growthBytesMax = 64 * 1024 * 1024;

export async function openInputRunner(
  target: Target,
  vitals: Vitals,
  beforeInput: (input: Buffer) => void = () => undefined,
): Promise<InputRunner> {
  let opened: OpenTarget = await target.open();
  let inputs = 0;
  let inputsOfOpening = 0;
  let openings = 1;
  let baselineBytes: number | null = null;
  let growthBytes = 0;
  /**
   * The last run. fast-check stops waiting for a run that takes too long, but the target must not be closed before
   * the run has ended.
   */
  let running: Promise<unknown> = Promise.resolve();

  async function renew(): Promise<void> {
    if (inputsOfOpening === 0) return;
    await opened.close();
    inputsOfOpening = 0;
    openings += 1;
    if (openings > openingsBeforeMeasuring) {
      const used = vitals.usedBytes();
      baselineBytes ??= used;
      growthBytes = used - baselineBytes;
    }
    opened = await target.open();
  }

  async function runOnce(input: Buffer): Promise<{ verdict: Verdict; threadMs: number }> {
    if (inputsOfOpening >= inputsPerOpening) await renew();
    inputs += 1;
    inputsOfOpening += 1;
    beforeInput(input);
    const startedMs = vitals.threadMs();
    const verdict = await within(target.timeMsMax, opened.run(input));
    const threadMs = vitals.threadMs() - startedMs;
    // Node reports a rejection as unhandled after the current turn of the event loop.
    await new Promise(setImmediate);
    const [unhandled] = vitals.takeUnhandled();
    return { verdict: unhandled === undefined ? verdict : wrong(unhandled), threadMs };
  }

  async function runUntilSure(input: Buffer): Promise<Verdict> {
    for (let runs = 1; ; runs += 1) {
      const { verdict, threadMs } = await runOnce(input);
      if (verdict.problem !== null || threadMs <= blockedMsMax) return verdict;
      if (runs === blockedRunsMin) return wrong(`blocks the event loop for more than ${blockedMsMax} ms`);
    }
  }

  return {
    async run(input) {
      await running;
      const result = runUntilSure(input);
      running = result;
      return result;
    },
    async renew() {
      await running;
      await renew();
    },
    hasGrown: () => growthBytes > growthBytesMax,
    count: () => inputs,
    async close() {
      await running;
      await opened.close();
    },
  };
}

async function within(timeMsMax: number, running: Promise<Verdict>): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve(wrong(`did not end within ${timeMsMax} ms`)), timeMsMax);
  });
  const ended = running.catch((error: unknown) => wrong(`threw ${textOf(error)}`));
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
