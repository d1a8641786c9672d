/** Computes how long a failed job waits before its next attempt. Pure: random bytes are a parameter. */

import type { JobHandler } from '../usecases/ports/job-handler.ts';
import type { Random } from '../usecases/ports/tools.ts';

const firstPauseMs = 2_000;
const pauseMaxMs = 3 * 60 * 60_000;

/** Each pause is up to 25 % shorter or longer, so that jobs that failed together do not run together again. */
const jitterShare = 0.25;

/** 2 s, 4 s, 8 s, … up to 3 hours: twenty attempts take about a day. */
export function defaultBackOffMs(attempt: number): number {
  return Math.min(pauseMaxMs, firstPauseMs * 2 ** (attempt - 1));
}

/**
 * @param attempt the number of the failed attempt, from 1.
 * @returns whole milliseconds.
 */
export function pauseAfterMs(handler: JobHandler, attempt: number, random: Random): number {
  const pauseMs = handler.backOffMs?.(attempt) ?? defaultBackOffMs(attempt);
  return Math.round(pauseMs * (1 - jitterShare + 2 * jitterShare * uniform(random)));
}

/** A random number from 0 up to, but not including, 1. */
function uniform(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0) / 2 ** 32;
}
