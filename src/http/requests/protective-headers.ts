/**
 * Headers that every response has: browsers run no scripts of the response, do not show it in a frame, and do not send
 * its address to other sites. Pages replace the policy with one that allows their own scripts and styles.
 */

import type { FastifyInstance } from 'fastify';

const yearS = 365 * 24 * 60 * 60;

/** The content security policy of all responses that are not pages. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

export type ProtectiveHeaders = Readonly<Record<string, string>>;

/**
 * With a public address at https, `Strict-Transport-Security` (RFC 6797) makes browsers never call the shop over plain
 * HTTP again. The header has no `includeSubDomains`, because other hosts of the domain may not belong to the shop.
 */
export function protectiveHeaders(publicUrl: string): ProtectiveHeaders {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': closedPolicy,
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${yearS}` } : {}),
  };
}

export function sendProtectiveHeaders(app: FastifyInstance, headers: ProtectiveHeaders): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
