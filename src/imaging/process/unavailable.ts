/**
 * Why the machine could not process a picture, as an error inside the pool. The pool turns the error into the outcome
 * `unavailable` of the port.
 */

import type { ImagesUnavailable, UnavailableCause } from '../../usecases/ports/image-work.ts';
import { machineTroubleOf } from '../../usecases/ports/machine-trouble.ts';

export class Unavailable extends Error {
  readonly unavailableCause: UnavailableCause;

  constructor(unavailableCause: UnavailableCause, message: string) {
    super(message);
    this.name = 'Unavailable';
    this.unavailableCause = unavailableCause;
  }
}

/** @throws `error` if it is not a failure of the machine. */
export function outcomeOfTrouble(error: unknown): ImagesUnavailable {
  if (error instanceof Unavailable) {
    return { kind: 'unavailable', cause: error.unavailableCause, detail: error.message };
  }
  if (error instanceof Error && machineTroubleOf(error) !== null) {
    return { kind: 'unavailable', cause: 'storage', detail: error.message };
  }
  throw error;
}
