/**
 * Refuses new picture orders while too many pictures wait. Counting the queue costs more than placing an order, so
 * the count is cached for a second. Orders that are placed within that second can therefore exceed the limit.
 */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';

export interface QueueLimit {
  /** @throws AppError `unavailable` while too many pictures wait. */
  requireRoom(): Promise<void>;
}

const countCachedMs = 1_000;
const retryAfterS = 60;

export function createQueueLimit({
  store,
  clock,
  settings,
}: Pick<Deps, 'store' | 'clock' | 'settings'>): QueueLimit {
  let countedAt = Number.NEGATIVE_INFINITY;
  let pictures: Promise<number> | undefined;

  function count(): Promise<number> {
    const now = clock.now();
    // If the clock was set back, `countedAt` lies in the future, and the count must not be used until then.
    if (pictures !== undefined && Math.abs(now - countedAt) < countCachedMs) return pictures;
    countedAt = now;
    pictures = store.read.jobs.queueFigures(now).then((figures) => figures.pictures);
    // Do not cache an error, so that the next order counts the queue again.
    pictures.catch(() => {
      pictures = undefined;
    });
    return pictures;
  }

  return {
    async requireRoom() {
      if ((await count()) < settings.queueLengthMax) return;
      throw new AppError('unavailable', 'Too many photos are waiting. Please try again in a few minutes.', {
        reason: 'photo_queue_full',
        retryAfterS,
      });
    },
  };
}
