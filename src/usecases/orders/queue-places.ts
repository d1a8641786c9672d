/**
 * The places of orders in the queue of pictures. A change of any order can move every waiting order, so all event
 * streams of a process share one read of the queue: if each stream read its own place, a change would cost as many
 * reads as customers wait, and each read would count all pictures ahead.
 */

import type { Deps } from '../deps.ts';

export interface QueuePlaces {
  /** Returns how many pictures will be made before the picture of this order; 0: it does not wait. */
  placeOf(orderNo: string): Promise<number>;
}

export function createQueuePlaces({ store }: Pick<Deps, 'store'>): QueuePlaces {
  let next: Promise<ReadonlyMap<string, number>> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function readPlaces(): Promise<ReadonlyMap<string, number>> {
    const waiting = await store.read.jobs.waitingPictures();
    return new Map(waiting.map((orderNo, place) => [orderNo, place]));
  }

  /** A read that begins after this call, and after the read before it has ended. Calls in the meantime share it. */
  function latest(): Promise<ReadonlyMap<string, number>> {
    if (next !== null) return next;
    const read = last.then(() => {
      next = null;
      return readPlaces();
    });
    next = read;
    last = read.catch(() => undefined);
    return read;
  }

  return { placeOf: async (orderNo) => (await latest()).get(orderNo) ?? 0 };
}
