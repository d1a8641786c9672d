/** Sends a guest's token: in `X-User-Token` for apps, and in a cookie for the shop's own pages. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../usecases/callers/caller.ts';
import type { HttpOptions } from '../app-options.ts';
import { isFromAnotherSite } from './another-site.ts';
import { guestCookieHeader, readCredentials } from './credentials.ts';

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

/**
 * Sends a new token to a guest whose token is older than 30 days. To be called when the request has succeeded. A guest
 * who sent the token in `Authorization` gets no cookie: the browser may have the cookie of another guest.
 */
export async function sendRenewedToken(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  { service, publicUrl }: Pick<HttpOptions, 'service' | 'publicUrl'>,
): Promise<void> {
  const credentials = readCredentials(request.headers, publicUrl.startsWith('https:'));
  const token = await service.renewGuestToken(caller, credentials);
  if (token === null) return;
  if (credentials.bearer === undefined) sendGuestToken(request, reply, token, publicUrl);
  else reply.header('x-user-token', token);
}
