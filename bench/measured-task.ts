/** Runs `image-task.ts` in a process with the settings of the service's image processes, and returns its figures. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { imageProcessEnv, imageProcessFlags } from '../src/imaging/process/image-process.ts';

const run = promisify(execFile);
const taskFile = fileURLToPath(new URL('image-task.ts', import.meta.url));

export interface TaskFigures {
  /** Seconds of the first and of the second run. */
  readonly first: number;
  readonly second: number;
  /** Processor seconds of the second run. */
  readonly cpuS: number;
  readonly peakMib: number;
  /**
   * The progress reports of the second run: the share of the work that is done, and the milliseconds since
   * the start.
   */
  readonly steps: readonly (readonly [number, number])[];
}

export async function measuredTask(kind: string, source: string, target: string): Promise<TaskFigures> {
  const { stdout } = await run(process.execPath, [...imageProcessFlags, taskFile, kind, source, target], {
    env: { ...process.env, ...imageProcessEnv },
  });
  return JSON.parse(stdout);
}
