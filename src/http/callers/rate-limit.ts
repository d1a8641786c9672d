/**
 * Limits the requests of a client per minute. The headers `RateLimit` and `RateLimit-Policy` report the limit in
 * the syntax of draft-ietf-httpapi-ratelimit-headers-10: `q` quota, `w` window, `r` remaining, `t` time to reset.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { clientKey } from './client-address.ts';
import { clientLimit } from './client-limit.ts';

const windowMs = 60_000;

export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => AppError | undefined;

/** @returns a function that counts a request, writes the headers and, above the limit, returns the error. */
export function rateLimit(requestsPerMinuteMax: number, clientsMax: number, clock: Clock): RateLimit {
  const limit = clientLimit(windowMs, clientsMax);
  const policy = `"default";q=${requestsPerMinuteMax};w=${windowMs / 1000}`;

  return (request, reply) => {
    const now = clock.now();
    const window = limit.count(clientKey(request.ip), now);
    const left = Math.max(0, requestsPerMinuteMax - window.count);
    const resetS = Math.ceil((window.endsAt - now) / 1000);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"default";r=${left};t=${resetS}`);
    if (window.count <= requestsPerMinuteMax) return undefined;
    return new AppError('too_many_requests', `Too many requests. Try again in ${resetS} s.`, {
      retryAfterS: resetS,
    });
  };
}
