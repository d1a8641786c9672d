/**
 * Lanes: groups of job kinds that share a number of slots, so that slow pictures never keep money waiting.
 * Checked once, at start: a kind that nobody handles would sit in the table for ever.
 */

import type { JobHandler } from '../usecases/ports/job-handler.ts';
import type { JobKind } from '../usecases/ports/jobs.ts';

export interface LanePlan {
  readonly kinds: readonly JobKind[];
  /** Jobs of the lane that run at once in this process. */
  readonly concurrency: number;
}

/**
 * @returns the handler of every kind.
 * @throws Error listing every kind with no handler, with two, or in two lanes, and every unusable figure.
 */
export function matchHandlers(
  lanes: readonly LanePlan[],
  handlers: readonly JobHandler[],
): ReadonlyMap<JobKind, JobHandler> {
  const problems: string[] = [];
  const byKind = new Map<JobKind, JobHandler>();
  for (const handler of handlers) {
    if (byKind.has(handler.kind)) problems.push(`${handler.kind} has two handlers`);
    if (!(handler.leaseMs > 0)) problems.push(`${handler.kind} has no lease`);
    byKind.set(handler.kind, handler);
  }
  const placed = new Set<JobKind>();
  for (const { kinds, concurrency } of lanes) {
    if (kinds.length === 0) problems.push('a lane has no kinds');
    if (!Number.isInteger(concurrency) || concurrency < 1) problems.push(`${kinds.join('+')} has no slots`);
    for (const kind of kinds) {
      if (placed.has(kind)) problems.push(`${kind} is in two lanes`);
      if (!byKind.has(kind)) problems.push(`${kind} has no handler`);
      placed.add(kind);
    }
  }
  if (problems.length > 0) throw new Error(`the worker cannot start: ${problems.join('; ')}`);
  return byKind;
}
