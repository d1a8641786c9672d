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
import { type LeakyBuckets, leakyBuckets, type Taken } from './leaky-buckets.ts';
import type { LimitExchange } from './limit-exchange.ts';

const windowMs = 60_000;

interface CostLimit {
  readonly quotas: readonly LeakyBuckets[];
  /** The value of `RateLimit-Policy`. */
  readonly policy: string;
}

type Refusal = AppError | undefined;

/** Returns a promise if the reports of other processes are needed first. */
export type RateLimit = (
  request: FastifyRequest,
  reply: FastifyReply,
  cost: RouteCost,
) => Refusal | Promise<Refusal>;

/**
 * @returns a function that counts a request, writes the headers and, above a limit, returns the error. Null without
 * `requestsPerMinuteMax`.
 */
export function rateLimit(options: HttpOptions, exchange: LimitExchange): RateLimit | null {
  const { requestsPerMinuteMax } = options;
  if (requestsPerMinuteMax === null) return null;
  const limitOf = costLimits(requestsPerMinuteMax, options, exchange);

  return (request, reply, cost) => {
    const limit = limitOf[cost];
    if (limit.quotas.length === 0) return undefined;
    const client = clientKey(request.ip);
    const outcomes = limit.quotas.map((quota) => quota.take(client, 1));
    if (areDecided(outcomes)) return report(reply, limit, outcomes);
    return Promise.all(outcomes).then((later) => report(reply, limit, later));
  };
}

function areDecided(outcomes: readonly (Taken | Promise<Taken>)[]): outcomes is readonly Taken[] {
  return !outcomes.some((taken) => taken instanceof Promise);
}

function report(reply: FastifyReply, { quotas, policy }: CostLimit, outcomes: readonly Taken[]): Refusal {
  let waitMs = 0;
  const states = outcomes.map((taken, index) => {
    if (!taken.isTaken) waitMs = Math.max(waitMs, taken.waitMs);
    return `"${quotas[index]?.limit.name}";r=${taken.left};t=${Math.ceil(taken.restoredInMs / 1000)}`;
  });
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', states.join(', '));
  if (waitMs === 0) return undefined;
  const waitS = Math.ceil(waitMs / 1000);
  return new AppError('too_many_requests', `Too many requests. Try again in ${waitS} s.`, {
    retryAfterS: waitS,
  });
}

/**
 * Every call counts towards `default`. Calls that cost more count towards a smaller quota as well: an order or an
 * upload fills the disk, a picture occupies an image process, a sign-in hashes a password. Pages have a larger quota of
 * their own, because one page loads many files.
 */
function costLimits(
  requestsPerMinuteMax: number,
  { limits, monotonicMs }: Pick<HttpOptions, 'limits' | 'monotonicMs'>,
  exchange: LimitExchange,
): Record<RouteCost, CostLimit> {
  const quota = (name: string, share: number): LeakyBuckets => {
    const max = Math.ceil(requestsPerMinuteMax * share);
    const clientsMax = limits.clientsRememberedMax;
    return leakyBuckets({ name, max, windowMs, clientsMax }, exchange, monotonicMs);
  };
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
    // Notifications and health checks are not limited: a refused notification could delay a payment, and after a
    // refused health check a supervisor could end the process.
    notification: unlimited,
    probe: unlimited,
  };
}

function costLimit(quotas: readonly LeakyBuckets[]): CostLimit {
  const windowS = windowMs / 1000;
  const policies = quotas.map(({ limit: { name, max } }) => `"${name}";q=${max};w=${windowS}`);
  return { quotas, policy: policies.join(', ') };
}
