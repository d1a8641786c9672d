/**
 * Decides when a picture is given up whose image process something outside the service kills each time, mostly the
 * kernel because the machine has too little memory. The history of the order counts the kills, so that a restart keeps
 * the count.
 */

import type { HistoryEntry } from '../../domain/order-events.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';

/** A picture has at least so many kills before it is given up. With their growing pauses they take some minutes. */
const killsMin = 10;
/**
 * While no other picture is made, the kills say nothing about this picture, so it waits for the machine. After this time
 * the customer gets the money back in any case.
 */
const waitMsMax = 24 * 60 * 60_000;

/** @returns when each kill happened, since an operator last retried the order. */
export function killTimes(history: readonly HistoryEntry[]): readonly Instant[] {
  let times: Instant[] = [];
  for (const { event } of history) {
    if (event.type === 'work_retried') times = [];
    if (event.type === 'work_returned' && event.cause === 'killed') times.push(event.at);
  }
  return times;
}

/**
 * Called after a further kill, which the history does not contain yet.
 * @param kind the kind of the jobs that make pictures.
 * @returns the number of kills if the picture is given up; null if it is tried again.
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
