/** A pool whose image processes follow a script (`scripted-process.ts`), and functions for the tests of the pool. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  createImageProcessPool,
  type ImageProcessPoolOptions,
} from '../../../src/imaging/process/image-process-pool.ts';
import {
  ImageAttemptLost,
  type ImageOutcome,
  type ImageTask,
  type ImageTaskOptions,
  type UnavailableCause,
} from '../../../src/usecases/ports/image-work.ts';
import { scratchFolder } from '../pictures.ts';
import { onePicture } from './pool-options.ts';

/** Skips a test on systems without Linux's `/proc`. */
export const noProc = { skip: !existsSync('/proc/self/task') };

export const scripted = fileURLToPath(new URL('./scripted-process.ts', import.meta.url));

export interface Bench {
  readonly folder: string;
  readonly run: (script: string, options?: ImageTaskOptions) => Promise<ImageOutcome>;
  /** Runs the script, and resolves with the text that the process returns. */
  readonly ask: (script: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export function bench(t: TestContext, options: Partial<ImageProcessPoolOptions> = {}): Bench {
  const folder = scratchFolder(t);
  const work = createImageProcessPool({
    ...onePicture,
    queueMax: 10,
    entryFile: scripted,
    ...options,
  });
  t.after(() => work.close());
  let tasks = 0;
  // Only the scripts `hang` and `stop` are tasks of the kind `colourise`, so that a test can shorten their timeout
  // alone.
  const taskOf = (script: string): ImageTask => {
    tasks += 1;
    const files = { sourceFile: join(folder, script), targetFile: join(folder, `result-${tasks}`) };
    return script === 'hang' || script === 'stop'
      ? { kind: 'colourise', ...files }
      : { kind: 'normalise', ...files, pixelsMax: 1, sizeBytesMax: 1 };
  };
  const run: Bench['run'] = (script, taskOptions) => work.run(taskOf(script), taskOptions);
  const ask = async (script: string): Promise<string> => {
    const outcome = await run(script);
    return outcome.kind === 'made' ? outcome.contentType : assert.fail('refused');
  };
  return { folder, run, ask, close: () => work.close() };
}

export function lost(reason: ImageAttemptLost['reason'], message = /./): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ImageAttemptLost, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, message);
    return true;
  };
}

/** @returns why the machine could not do the work; undefined for every other outcome. */
export function causeOf(outcome: ImageOutcome): UnavailableCause | undefined {
  return outcome.kind === 'unavailable' ? outcome.cause : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended stays listed as a zombie until its parent collects it.
    return !(existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')));
  } catch {
    return false;
  }
}

/** Resolves with true as soon as the process has ended, or with false after `timeoutMs`. */
export async function endsWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (isAlive(pid) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  return !isAlive(pid);
}
