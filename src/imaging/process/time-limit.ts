/**
 * Limits the time of a task in an image process. A busy machine may give the process little processor time, so at its
 * limit a task goes on if the process works and has used less processor time than the limit.
 */

import { readFileSync } from 'node:fs';

/**
 * How many times the limit is extended at most. A customer therefore waits for up to eight times the limit on a
 * busy machine.
 */
const extensionsMax = 7;
/**
 * A process that uses less than this share of one processor counts as hanging: even a very busy machine gives a
 * working process more.
 */
const workingShareMin = 0.01;
/** `/proc` counts processor time in hundredths of a second on every Linux. */
const tickMs = 10;

/**
 * @param readProcessorMs the processor time of the process so far, in milliseconds; null if the system does not report
 * it.
 * @param expire is called once, unless the returned function is called before.
 * @returns a function that ends the limit.
 */
export function startTimeLimit(
  limitMs: number,
  readProcessorMs: () => number | null,
  expire: () => void,
): () => void {
  const startMs = readProcessorMs();
  let lastMs = startMs;
  let extensions = 0;
  let timer = setTimeout(check, limitMs);

  function check(): void {
    const nowMs = readProcessorMs();
    if (extensions === extensionsMax || !mayGoOn(nowMs)) {
      expire();
      return;
    }
    lastMs = nowMs;
    extensions += 1;
    timer = setTimeout(check, limitMs);
  }

  function mayGoOn(nowMs: number | null): boolean {
    if (startMs === null || lastMs === null || nowMs === null) return false;
    return nowMs - lastMs >= limitMs * workingShareMin && nowMs - startMs < limitMs;
  }

  return () => clearTimeout(timer);
}

/** @returns the processor time of all threads of a process in milliseconds; null without `/proc` or the process. */
export function processorMsOf(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  try {
    // The second field is the name of the program in brackets and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * tickMs : null;
  } catch {
    return null;
  }
}
