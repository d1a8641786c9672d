/** Which failed calls of a page are repeated, and after which pause. */

import { ApiError, isShopClosed } from '../../../client/src/api-error.ts';

/**
 * Failures that may end within seconds: no network, a restarting or busy service, and an idempotency key
 * whose first call is still being processed. A call that failed for another reason is not repeated.
 */
const passingCodes: ReadonlySet<string> = new Set([
  'unreachable',
  'offline',
  'unavailable',
  'request_in_flight',
  'too_many_requests',
]);
/** The longest `Retry-After` for which a page waits without showing an error. */
const waitMsMax = 8_000;
const firstPauseMs = 500;
const pauseMsMax = 4_000;

/** @returns whether the same call may succeed within seconds. */
export function passesSoon(error: unknown): boolean {
  if (!(error instanceof ApiError) || isShopClosed(error)) return false;
  return passingCodes.has(error.code) && (error.retryAfterMs ?? 0) <= waitMsMax;
}

/** @param count how often the call has been repeated so far. @returns the pause before it is repeated again. */
export function retryPauseMs(count: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return asked ?? Math.min(firstPauseMs * 2 ** count, pauseMsMax);
}
