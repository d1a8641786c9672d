/**
 * Answers 404 if the address of `/metrics` or `/health/…` is percent-encoded, or names the host as well. The reverse
 * proxy hides `/metrics` and `/health/…` from the public, and some proxies compare the address as it was sent, so that
 * `/%6Detrics` would reach the service.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers 404 unless the address was sent exactly as the route is spelled. */
export async function refuseEncodedPath(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path] = request.originalUrl.split('?');
  if (path !== request.routeOptions.url) reply.callNotFound();
}
