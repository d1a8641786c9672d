/**
 * Lanes: groups of job kinds that share a number of slots, so that slow pictures never delay payments and
 * refunds. When the service starts, it checks that every kind has one handler, because jobs without a handler
 * would stay in the queue for ever.
 */

import type { JobHandler } from '../usecases/ports/job-handler.ts';

export interface LanePlan {
  readonly kinds: readonly string[];
  /**
   * Only the jobs of orders that these operations placed. The key of each job in the lane is then an order number.
   * Absent: all jobs of the kinds.
   */
  readonly operations?: readonly string[];
  /** The number of slots: how many jobs of the lane run at once in this process. */
  readonly concurrency: number;
}

/**
 * @returns the handler of every kind.
 * @throws Error that lists every kind without a handler, with two handlers or in two lanes, and every lane without
 * kinds or slots.
 */
export function matchHandlers(
  lanes: readonly LanePlan[],
  handlers: readonly JobHandler[],
): ReadonlyMap<string, JobHandler> {
  const problems: string[] = [];
  const byKind = new Map<string, JobHandler>();
  for (const handler of handlers) {
    if (byKind.has(handler.kind)) problems.push(`${handler.kind} has two handlers`);
    if (!(handler.leaseMs > 0)) problems.push(`${handler.kind} has no lease`);
    byKind.set(handler.kind, handler);
  }
  const placed = new Set<string>();
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
