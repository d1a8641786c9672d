/**
 * Applies to every request of every route: sets the common response headers, refuses requests (starting, stopping,
 * overload, rate limit), and writes one log line and one measurement when the request ends.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { HttpOptions } from '../app-options.ts';
import { rateLimit } from '../callers/rate-limit.ts';
import { consolePrefix } from '../console/console-schema.ts';
import type { RequestMeter } from '../health/metrics.ts';
import { operationPrefix } from './operation.ts';

/** Health checks and metrics are answered in every phase and under any load, because monitoring needs them. */
function isAlwaysAdmitted(url: string): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

/** Payment notifications have no rate limit, because a refused one can delay a payment. Pages cost little. */
function isRateLimited(url: string): boolean {
  if (url.startsWith(operationPrefix)) return !url.startsWith(`${operationPrefix}pay_notify/`);
  return url.startsWith(consolePrefix) || url.startsWith('/files/') || url.startsWith('/sandbox/');
}

const starting = new AppError('unavailable', 'The service is starting.', { retryAfterS: 2 });
const stopping = new AppError('unavailable', 'The service is stopping.', { retryAfterS: 5 });
const overloaded = new AppError('unavailable', 'The service is busy. Please try again in a moment.', {
  retryAfterS: 1,
});

export interface RequestTracker {
  /** Stops counting a long response (an event stream) as a running request. */
  excludeFromLimit(request: FastifyRequest, reply: FastifyReply): void;
}

export function trackRequests(
  app: FastifyInstance,
  options: HttpOptions,
  meter: RequestMeter,
): RequestTracker {
  const { limits, log, phase } = options;
  const limitRate =
    options.requestsPerMinuteMax === null
      ? null
      : rateLimit(options.requestsPerMinuteMax, limits.clientsRememberedMax, options.clock);
  /** Open requests that no longer count. */
  const aside = new Set<FastifyRequest>();
  let inFlight = 0;

  function excludeFromLimit(request: FastifyRequest, reply: FastifyReply): void {
    // If the client has disconnected already, `end` has run and uncounted the request.
    if (reply.raw.closed) return;
    aside.add(request);
    inFlight -= 1;
  }

  function admit(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const { url } = request;
    if (isAlwaysAdmitted(url)) return undefined;
    const now = phase();
    if (now !== 'running') return now === 'starting' ? starting : stopping;
    if (inFlight > limits.requestsInFlightMax) return overloaded;
    return limitRate !== null && isRateLimited(url) ? limitRate(request, reply) : undefined;
  }

  function end(request: FastifyRequest, reply: FastifyReply, startedMs: number): void {
    if (!aside.delete(request)) inFlight -= 1;
    const durationMs = performance.now() - startedMs;
    const route = request.routeOptions.url ?? 'none';
    const status = reply.raw.statusCode;
    meter.observe(request.method, route, status, durationMs / 1000);
    // Log the route, never the URL, because a path or query can contain an order number or a signature.
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        aborted: reply.raw.writableFinished ? undefined : true,
      },
      'request',
    );
  }

  const begin: onRequestHookHandler = (request, reply, done) => {
    const startedMs = performance.now();
    inFlight += 1;
    // `close` is emitted for every response, `finish` only for complete ones.
    reply.raw.once('close', () => end(request, reply, startedMs));
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // Responses of operations contain personal data, so proxies and browsers must not cache them.
    if (request.url.startsWith(operationPrefix)) reply.header('cache-control', 'no-store');
    done(admit(request, reply));
  };
  app.addHook('onRequest', begin);

  return { excludeFromLimit };
}
