/** How long a failed job waits before its next attempt. Pure but for the chance that is passed in. */

import type { JobHandler } from '../usecases/ports/job-handler.ts';
import type { Random } from '../usecases/ports/tools.ts';

const firstPauseMs = 2_000;
const pauseMaxMs = 3 * 60 * 60_000;

/** Each pause varies by a quarter to both sides, so that what failed together does not come back together. */
const jitterShare = 0.25;

/** 2 s, 4 s, 8 s, … up to 3 hours: twenty attempts last about a day. */
export function defaultBackOffMs(attempt: number): number {
  return Math.min(pauseMaxMs, firstPauseMs * 2 ** (attempt - 1));
}

/** @returns whole milliseconds. `attempt` is the number of the attempt that failed, from 1. */
export function pauseAfterMs(handler: JobHandler, attempt: number, random: Random): number {
  const pauseMs = handler.backOffMs?.(attempt) ?? defaultBackOffMs(attempt);
  return Math.round(pauseMs * (1 - jitterShare + 2 * jitterShare * uniform(random)));
}

/** From 0 up to, and without, 1. */
function uniform(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0) / 2 ** 32;
}
