/** Sends a guest's new token: in `X-User-Token` for apps, and in a cookie for the shop's own pages. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFromAnotherSite } from './another-site.ts';
import { guestCookieHeader } from './credentials.ts';

export function sendGuestToken(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  publicUrl: string,
): void {
  reply.header('x-user-token', token);
  // Set no cookie in the response to a request from another site. Otherwise a form on another site could replace a
  // guest's cookie, and the guest would lose access to the list of orders.
  if (isFromAnotherSite(request.headers, publicUrl)) return;
  reply.header('set-cookie', guestCookieHeader(token, publicUrl.startsWith('https:')));
}
