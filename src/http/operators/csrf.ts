/**
 * Prevents cross-site request forgery (OWASP, "Cross-Site Request Forgery Prevention"). A call that changes
 * something must come from the console's own pages and contain a token that only these pages can read.
 */

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '../../domain/errors.ts';
import { csrfTokenOf } from './session-secret.ts';

export interface CallSource {
  readonly headers: IncomingHttpHeaders;
  /** The protocol of the address that the client called. Behind a trusted proxy, the proxy reports it. */
  readonly protocol: string;
  readonly host: string;
}

/**
 * Browsers send `Sec-Fetch-Site` over HTTPS and to `localhost`. If the header is present, it alone decides. Otherwise
 * `Origin` must be the shop's public origin or the origin of the called address.
 * @throws AppError `forbidden`
 */
export function requireOwnPages(call: CallSource, ownOrigin: string): void {
  const { origin, 'sec-fetch-site': site } = call.headers;
  if (site !== undefined) {
    if (site === 'same-origin') return;
  } else if (origin !== undefined && (origin === ownOrigin || origin === addressOf(call, ownOrigin))) {
    return;
  }
  throw new AppError(
    'forbidden',
    `Open the console at ${ownOrigin}/admin. Requests from other sites are refused.`,
    {
      reason: 'foreign_origin',
    },
  );
}

/**
 * @returns the origin of the called address; undefined when the address cannot be trusted. An attacker can point a
 * host name of their own at this machine (DNS rebinding), so only numeric addresses and `localhost` are trusted.
 */
function addressOf({ protocol, host }: CallSource, ownOrigin: string): string | undefined {
  const text = `${protocol}://${host}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname, origin, username, pathname } = new URL(text);
  if (username !== '' || pathname !== '/') return undefined;
  // If the public origin is HTTPS, the cookie is sent over HTTPS only, and a session over HTTP cannot work.
  if (protocol !== 'https' && ownOrigin.startsWith('https:')) return undefined;
  const isOwnOnly = hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return isOwnOnly ? origin : undefined;
}

/** @throws AppError `forbidden` */
export function requireCsrfToken(headers: IncomingHttpHeaders, secret: string): void {
  const shown = Buffer.from(String(headers['x-csrf-token'] ?? ''));
  const right = Buffer.from(csrfTokenOf(secret));
  if (shown.length === right.length && timingSafeEqual(shown, right)) return;
  throw new AppError('forbidden', 'X-CSRF-Token must be the csrf_token of the session.', {
    reason: 'wrong_csrf_token',
  });
}
