/**
 * Decides when the service stops trying to make a picture because its image process is killed each time by something
 * outside the service. In most cases, the kernel kills the process because the machine has too little memory. The
 * history of the order counts the kills, so that a restart keeps the count.
 */

import type { HistoryEntry } from '../../domain/order-events.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';

/**
 * The minimum number of kills before the service gives a picture up. With the growing pauses between the attempts, so
 * many kills take some minutes.
 */
const killsMin = 10;
/**
 * How long the service keeps trying to make a killed picture while it cannot make any other picture: in this case,
 * the machine and not the picture may cause the kills. After this time the picture fails, and the customer gets the
 * money back.
 */
const waitMsMax = 24 * 60 * 60_000;

/** @returns the times of the kills after an operator last retried the order. */
export function killTimes(history: readonly HistoryEntry[]): readonly Instant[] {
  let times: Instant[] = [];
  for (const { event } of history) {
    if (event.type === 'work_retried') times = [];
    if (event.type === 'work_returned' && event.cause === 'killed') times.push(event.at);
  }
  return times;
}

/**
 * Decides after a kill, which the history does not contain yet, whether the service gives the picture up.
 * @param kind the kind of the jobs that make pictures.
 * @returns the number of kills if the service gives the picture up; null if it tries again.
 */
export async function killsOfHopelessPicture(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  orderId: number,
  kind: string,
): Promise<number | null> {
  const times = killTimes(await store.read.orders.history(orderId));
  const [first] = times;
  const kills = times.length + 1;
  if (first === undefined || kills < killsMin) return null;
  if (clock.now() - first >= waitMsMax) return kills;
  const [pictures] = await store.read.jobs.processingTimes([kind], first);
  return pictures === undefined || pictures.done === 0 ? null : kills;
}
