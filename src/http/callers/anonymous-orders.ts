/**
 * Limits the orders that all customers without sign-in place together. One person can become any number of
 * guests from any number of addresses, so a limit per client does not limit that person.
 */

import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { HttpOptions } from '../app-options.ts';
import { clientLimit } from './client-limit.ts';

const windowMs = 60_000;
/** All guests together may place as many orders as this number of clients may place under the rate limit. */
const clientsEquivalent = 5;

/** @throws AppError `unavailable` */
export type AdmitOrder = (caller: Caller) => void;

export function admitOrders({ requestsPerMinuteMax, monotonicMs }: HttpOptions): AdmitOrder {
  if (requestsPerMinuteMax === null) return () => undefined;
  const max = requestsPerMinuteMax * clientsEquivalent;
  // All guests count as one client.
  const limit = clientLimit(windowMs, 1);
  return ({ kind }) => {
    if (kind !== 'anonymous' && kind !== 'guest') return;
    const nowMs = monotonicMs();
    const { count, endsAtMs } = limit.count('guests', nowMs);
    if (count <= max) return;
    throw new AppError('unavailable', 'Too many orders at the moment. Please try again soon, or sign in.', {
      retryAfterS: Math.ceil((endsAtMs - nowMs) / 1000),
    });
  };
}
