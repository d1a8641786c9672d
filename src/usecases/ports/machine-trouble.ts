/**
 * Recognises errors that the machine causes: a full or failing disk, no file descriptor, process or memory left, or a
 * database that cannot be reached.
 * Such an error says nothing about a customer's photo, and the same work can succeed later.
 */

/** The error code for a database that cannot be reached, or that cannot do the work at present. */
export const databaseDown = 'EHOSTDOWN';

const machineCodes: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
  databaseDown,
]);

/** @returns the system's error code, for example `ENOSPC`; null for every other error. */
export function machineTroubleOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && machineCodes.has(error.code) ? error.code : null;
}

/**
 * The machine cannot do the work at present. Adapters throw this error where the system reports its error in another
 * form. In a job, the attempt does not count; a caller receives 503 with `Retry-After`.
 */
export class MachineTrouble extends Error {
  readonly code: string;

  /** @param code the system's error code, for example `ENOSPC`. */
  constructor(code: string, options?: ErrorOptions) {
    super(`the machine cannot do this at present: ${code}`, options);
    this.name = 'MachineTrouble';
    this.code = code;
  }
}
