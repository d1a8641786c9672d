/** The answer to a caller when the machine could not process a photo: 503 with `Retry-After`. */

import { AppError } from '../domain/errors.ts';
import type { ImagesUnavailable } from './ports/image-work.ts';
import { machineTroubleOf } from './ports/machine-trouble.ts';

const queueRetryAfterS = 5;
/** A full disk or a missing process is repaired by a person or by the purge, which runs every minute. */
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

/** @returns `unavailable` for the machine's troubles, and every other error unchanged. */
export function unavailableOnTrouble(error: unknown): unknown {
  return machineTroubleOf(error) === null ? error : imagesUnavailable({ cause: 'storage' }, error);
}
