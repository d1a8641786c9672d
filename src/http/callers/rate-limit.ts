/**
 * Limits the requests of a client per minute, in total and by cost. The headers `RateLimit` and `RateLimit-Policy`
 * report the limits in the syntax of draft-ietf-httpapi-ratelimit-headers-10: `q` quota, `w` window, `r` remaining,
 * `t` time to reset.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { HttpOptions } from '../app-options.ts';
import type { RouteCost } from '../requests/route-cost.ts';
import { clientKey } from './client-address.ts';
import { type ClientLimit, clientLimit } from './client-limit.ts';

const windowMs = 60_000;

interface Quota {
  readonly name: string;
  readonly max: number;
  readonly limit: ClientLimit;
}

interface CostLimit {
  readonly quotas: readonly Quota[];
  /** The value of `RateLimit-Policy`. */
  readonly policy: string;
}

export type RateLimit = (
  request: FastifyRequest,
  reply: FastifyReply,
  cost: RouteCost,
) => AppError | undefined;

/**
 * @returns a function that counts a request, writes the headers and, above a limit, returns the error. Null without
 * `requestsPerMinuteMax`.
 */
export function rateLimit({ requestsPerMinuteMax, limits, monotonicMs }: HttpOptions): RateLimit | null {
  if (requestsPerMinuteMax === null) return null;
  const limitOf = costLimits(requestsPerMinuteMax, limits.clientsRememberedMax);

  return (request, reply, cost) => {
    const { quotas, policy } = limitOf[cost];
    if (quotas.length === 0) return undefined;
    const nowMs = monotonicMs();
    const client = clientKey(request.ip);
    let waitS = 0;
    const states = quotas.map(({ name, max, limit }) => {
      const window = limit.count(client, nowMs);
      const resetS = Math.ceil((window.endsAtMs - nowMs) / 1000);
      if (window.count > max) waitS = Math.max(waitS, resetS);
      return `"${name}";r=${Math.max(0, max - window.count)};t=${resetS}`;
    });
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', states.join(', '));
    if (waitS === 0) return undefined;
    return new AppError('too_many_requests', `Too many requests. Try again in ${waitS} s.`, {
      retryAfterS: waitS,
    });
  };
}

/**
 * Every call counts towards `default`. Calls that cost more count towards a smaller quota as well: an order or an
 * upload fills the disk, a picture occupies an image process, a sign-in hashes a password. Pages have a larger quota of
 * their own, because one page loads many files.
 */
function costLimits(requestsPerMinuteMax: number, clientsMax: number): Record<RouteCost, CostLimit> {
  const quota = (name: string, share: number): Quota => ({
    name,
    max: Math.ceil(requestsPerMinuteMax * share),
    limit: clientLimit(windowMs, clientsMax),
  });
  const every = quota('default', 1);
  const order = costLimit([every, quota('order', 1 / 4)]);
  const image = quota('image', 1 / 4);
  const read = costLimit([every]);
  const unlimited = costLimit([]);
  return {
    read,
    console: read,
    order,
    picture: costLimit([every, image]),
    upload: costLimit([every, image]),
    signIn: costLimit([every, quota('sign-in', 1 / 20)]),
    page: costLimit([quota('page', 5)]),
    // Neither is limited: a refused notification could delay a payment, and after a refused health check a
    // supervisor could end the process.
    notification: unlimited,
    probe: unlimited,
  };
}

function costLimit(quotas: readonly Quota[]): CostLimit {
  const windowS = windowMs / 1000;
  return { quotas, policy: quotas.map(({ name, max }) => `"${name}";q=${max};w=${windowS}`).join(', ') };
}
