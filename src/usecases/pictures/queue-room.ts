/**
 * Whether the queue of pictures has room for another order. Counting the queue costs more than placing an
 * order, so one count serves a moment; the bound is a protection, not a promise to the unit.
 */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';

export interface QueueRoom {
  /** @throws AppError `unavailable` while too many pictures wait. */
  require(): Promise<void>;
}

const countServesMs = 1_000;
const retryAfterS = 60;

export function createQueueRoom({
  store,
  clock,
  settings,
}: Pick<Deps, 'store' | 'clock' | 'settings'>): QueueRoom {
  let countedAt = Number.NEGATIVE_INFINITY;
  let pictures: Promise<number> | undefined;

  function count(): Promise<number> {
    const now = clock.now();
    if (pictures !== undefined && now - countedAt < countServesMs) return pictures;
    countedAt = now;
    pictures = store.read.jobs.queueFigures(now).then((figures) => figures.pictures);
    // A failed count is not kept: the next order counts again.
    pictures.catch(() => {
      pictures = undefined;
    });
    return pictures;
  }

  return {
    async require() {
      if ((await count()) < settings.queueLengthMax) return;
      throw new AppError('unavailable', 'Too many photos are waiting. Please try again in a few minutes.', {
        reason: 'photo_queue_full',
        retryAfterS,
      });
    },
  };
}
