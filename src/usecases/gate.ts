/**
 * A gate limits how many jobs call the same party at once in this process: a payment provider or a webhook endpoint. A
 * party that never answers therefore occupies few slots of its lane, and jobs for others do not wait for it.
 */

import type { Instant } from '../domain/zoned-time.ts';

export interface Gate {
  inside: number;
  nextAt: Instant;
  /** When a job last came to the gate. */
  seenAt: Instant;
}

export type Entry =
  | { readonly kind: 'entered'; leave(): void }
  /**
   * The party already has the maximum number of calls in progress. The job returns to the queue and runs again at
   * `until`.
   */
  | { readonly kind: 'wait'; readonly until: Instant };

export function newGate(): Gate {
  return { inside: 0, nextAt: 0, seenAt: 0 };
}

/**
 * Lets a job call the party, unless `insideMax` jobs are calling it now.
 * @param paceMs the time between the retries of two jobs that wait, so that waiting jobs do not all run again at
 * once.
 */
export function enterGate(
  gate: Gate,
  { insideMax, paceMs }: { readonly insideMax: number; readonly paceMs: number },
  now: Instant,
): Entry {
  // If the clock was set back, waiting jobs must not wait until the time that it showed before.
  if (now < gate.seenAt) gate.nextAt -= gate.seenAt - now;
  gate.seenAt = now;
  if (gate.inside >= insideMax) {
    gate.nextAt = Math.max(now, gate.nextAt) + paceMs;
    return { kind: 'wait', until: gate.nextAt };
  }
  gate.inside += 1;
  return {
    kind: 'entered',
    leave() {
      gate.inside -= 1;
    },
  };
}
