/**
 * Sends `Strict-Transport-Security` (RFC 6797) when the shop's public address is https, so that browsers
 * never call the shop over plain HTTP again. The header has no `includeSubDomains`, because other hosts of
 * the domain may not belong to the shop.
 */

import type { FastifyInstance } from 'fastify';

const yearS = 365 * 24 * 60 * 60;

export function requireStrictTransport(app: FastifyInstance, publicUrl: string): void {
  if (!publicUrl.startsWith('https:')) return;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', `max-age=${yearS}`);
  });
}
