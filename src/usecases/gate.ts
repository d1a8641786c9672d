/**
 * A gate limits how many jobs call the same party at once in this process: a payment provider or a webhook endpoint. A
 * party that never answers therefore occupies few slots of its lane, and jobs for others do not wait for it.
 */

import type { Instant } from '../domain/zoned-time.ts';

export interface Gate {
  inside: number;
  nextAt: Instant;
}

export type Entry =
  | { readonly kind: 'entered'; leave(): void }
  /** The maximum number of jobs has entered. This job returns to the queue until the time `until`. */
  | { readonly kind: 'wait'; readonly until: Instant };

export function newGate(): Gate {
  return { inside: 0, nextAt: 0 };
}

/** @param paceMs the distance in time between jobs that return to the queue, so that they do not all try again at once. */
export function enterGate(
  gate: Gate,
  { insideMax, paceMs }: { readonly insideMax: number; readonly paceMs: number },
  now: Instant,
): Entry {
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
