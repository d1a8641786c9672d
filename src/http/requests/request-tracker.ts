/**
 * Applies to every request of every route: sets the common response headers, refuses requests (starting, stopping,
 * rate limit), and writes one log line and one measurement when the request ends.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { LogFields } from '../../usecases/ports/tools.ts';
import type { HttpOptions } from '../app-options.ts';
import { callerName } from '../callers/known-callers.ts';
import type { RateLimit } from '../callers/rate-limit.ts';
import type { RequestMeter } from '../health/metrics.ts';
import { operationPrefix } from './operation.ts';
import { costOf } from './route-cost.ts';

const starting = new AppError('unavailable', 'The service is starting.', { retryAfterS: 2 });
const stopping = new AppError('unavailable', 'The service is stopping.', { retryAfterS: 5 });

const twoHosts = new AppError('malformed_request', 'The request names more than one host.');

/**
 * Whether a request has several `Host` headers. Such a request is refused (RFC 9112, 3.2), because a proxy and the
 * service could choose different ones. Node would take the first.
 */
function namesTwoHosts({ rawHeaders }: FastifyRequest['raw']): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

export function trackRequests(
  app: FastifyInstance,
  { log, phase }: Pick<HttpOptions, 'log' | 'phase'>,
  limitRate: RateLimit | null,
  meter: RequestMeter,
): void {
  // Fastify creates each request with these properties, because a property that is added later would change the shape
  // of the object, which makes V8 slower.
  app.decorateRequest('knownCaller', undefined);
  app.decorateRequest('refusal', undefined);

  function admit(request: FastifyRequest, reply: FastifyReply): ReturnType<RateLimit> {
    if (namesTwoHosts(request.raw)) {
      reply.header('connection', 'close');
      return twoHosts;
    }
    const cost = costOf(request);
    // Health checks and metrics are answered in every phase, because monitoring needs them.
    if (cost === 'probe') return undefined;
    const now = phase();
    if (now !== 'running') return now === 'starting' ? starting : stopping;
    return limitRate?.(request, reply, cost);
  }

  /** The address helps to find a client that tries credentials or floods the shop. Other requests are logged without it. */
  function refusalFields(request: FastifyRequest): LogFields {
    const { refusal } = request;
    if (refusal === undefined) return {};
    const { code, reason, status } = refusal;
    if (status !== 401 && status !== 403 && status !== 429) return { code, reason };
    return { code, reason, caller: callerName(request), address: request.ip };
  }

  function end(request: FastifyRequest, reply: FastifyReply, startedMs: number): void {
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
        ...refusalFields(request),
      },
      'request',
    );
  }

  const begin: onRequestHookHandler = (request, reply, done) => {
    const startedMs = performance.now();
    // Use `close`, because it is emitted for every response, and `finish` only for complete responses.
    reply.raw.once('close', () => end(request, reply, startedMs));
    reply.header('x-request-id', request.id);
    // Responses of operations contain personal data, so proxies and browsers must not cache them.
    if (request.routeOptions.url?.startsWith(operationPrefix)) reply.header('cache-control', 'no-store');
    const refused = admit(request, reply);
    if (refused instanceof Promise) void refused.then((later) => done(later));
    else done(refused);
  };
  app.addHook('onRequest', begin);
}
