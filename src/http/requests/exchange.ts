/**
 * What happens to every request, whatever its route: an id, the headers that all answers share, admission
 * (starting, stopping, overload, rate), and at its end one log line and one measurement.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { HttpOptions } from '../app-options.ts';
import { rateLimit } from '../callers/rate-limit.ts';
import { consolePrefix } from '../console/console-edge.ts';
import type { RequestMeter } from '../health/metrics.ts';
import { operationPrefix } from './operation.ts';

/** Answered in every phase and under any load: they are how one finds out. */
function isAlwaysAdmitted(url: string): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

/** A provider's notify tells of money: it is never turned away for its frequency. Pages are cheap. */
function isRateLimited(url: string): boolean {
  if (url.startsWith(operationPrefix)) return !url.startsWith(`${operationPrefix}pay_notify/`);
  return url.startsWith(consolePrefix) || url.startsWith('/files/') || url.startsWith('/sandbox/');
}

const starting = new AppError('unavailable', 'The service is starting.', { retryAfterS: 2 });
const stopping = new AppError('unavailable', 'The service is stopping.', { retryAfterS: 5 });
const overloaded = new AppError('unavailable', 'The service is busy. Please try again in a moment.', {
  retryAfterS: 1,
});

export interface Exchanges {
  /** Takes a long-lived answer (an event stream) out of the count of requests under work. */
  setAside(request: FastifyRequest, reply: FastifyReply): void;
}

export function followExchanges(app: FastifyInstance, options: HttpOptions, meter: RequestMeter): Exchanges {
  const { limits, log, phase } = options;
  const limitRate =
    options.requestsPerMinuteMax === null
      ? null
      : rateLimit(options.requestsPerMinuteMax, limits.clientsRememberedMax, options.clock);
  /** Requests that are still open and no longer counted: few, so that the others pay nothing for it. */
  const aside = new Set<FastifyRequest>();
  let inFlight = 0;

  function setAside(request: FastifyRequest, reply: FastifyReply): void {
    // Its client may have left already: then it was taken out when it ended.
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
    // The route, never the URL: a path or query can be a customer's secret.
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
    // `close` comes after every answer, also one that its client did not wait for; `finish` does not.
    reply.raw.once('close', () => end(request, reply, startedMs));
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // Operations answer with personal data: nothing between us and the client may keep it.
    if (request.url.startsWith(operationPrefix)) reply.header('cache-control', 'no-store');
    done(admit(request, reply));
  };
  app.addHook('onRequest', begin);

  return { setAside };
}
