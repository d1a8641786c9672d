/**
 * Answers 404 if the path of `/metrics` or `/health/…` is percent-encoded. The reverse proxy hides `/metrics` and
 * `/health/…` from the public, and some proxies compare the path without decoding it, so that `/%6Detrics` would reach
 * the service.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers 404 unless the path is spelled exactly like the route. */
export async function refuseEncodedPath(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path] = request.url.split('?');
  if (path !== request.routeOptions.url) reply.callNotFound();
}
