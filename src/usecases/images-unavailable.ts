/** The response to a caller when the machine could not process a photo: 503 with `Retry-After`. */

import { AppError } from '../domain/errors.ts';
import type { ImagesUnavailable } from './ports/image-work.ts';
import { machineTroubleOf } from './ports/machine-trouble.ts';

const queueRetryAfterS = 5;
/**
 * The `Retry-After` while the disk is full or no process can be started. The trouble ends when a person
 * repairs the machine, or when the purge, which runs every minute, frees space.
 */
const machineRetryAfterS = 30;

export function imagesUnavailable({ cause }: Pick<ImagesUnavailable, 'cause'>, error?: unknown): AppError {
  if (cause === 'queue_full') {
    return new AppError('unavailable', 'Too many photos are waiting. Please try again in a moment.', {
      reason: 'photo_queue_full',
      retryAfterS: queueRetryAfterS,
    });
  }
  return new AppError('unavailable', 'Photos cannot be processed at the moment. Please try again soon.', {
    retryAfterS: machineRetryAfterS,
    cause: error,
  });
}

/** @returns an AppError `unavailable` if the machine caused `error`; otherwise `error` itself. */
export function unavailableOnTrouble(error: unknown): unknown {
  return machineTroubleOf(error) === null ? error : imagesUnavailable({ cause: 'storage' }, error);
}
