/**
 * Limits the orders that all customers without sign-in place together. One person can become any number of
 * guests from any number of addresses, so a limit per client does not limit that person.
 */

import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { HttpOptions } from '../app-options.ts';
import { leakyBuckets } from './leaky-buckets.ts';
import type { LimitExchange } from './limit-exchange.ts';

const windowMs = 60_000;
/** All guests together may place as many orders as this number of clients could place under the rate limit. */
const clientsEquivalent = 5;

/** @throws AppError `unavailable` */
export type AdmitOrder = (caller: Caller) => Promise<void>;

export function admitOrders(
  { requestsPerMinuteMax, monotonicMs }: HttpOptions,
  exchange: LimitExchange,
): AdmitOrder {
  if (requestsPerMinuteMax === null) return async () => undefined;
  const max = requestsPerMinuteMax * clientsEquivalent;
  // All guests count as one client.
  const limit = leakyBuckets({ name: 'guests', max, windowMs, clientsMax: 1 }, exchange, monotonicMs);
  return async ({ kind }) => {
    if (kind !== 'anonymous' && kind !== 'guest') return;
    const { isTaken, waitMs } = await limit.take('guests', 1);
    if (isTaken) return;
    throw new AppError('unavailable', 'Too many orders at the moment. Please try again soon, or sign in.', {
      retryAfterS: Math.ceil(waitMs / 1000),
    });
  };
}
