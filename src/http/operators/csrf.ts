/**
 * Keeps other sites from acting in an operator's name (OWASP, "Cross-Site Request Forgery Prevention"): what
 * changes something must come from our own pages, and show a token that only they can have read.
 */

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '../../domain/errors.ts';
import { csrfTokenOf } from './session-secret.ts';

export interface CallSource {
  readonly headers: IncomingHttpHeaders;
  /** Of the address that the call came to, as the client saw it: a trusted proxy tells it. */
  readonly protocol: string;
  readonly host: string;
}

/**
 * Browsers send `Sec-Fetch-Site` over HTTPS and on the own machine, where it decides alone. Elsewhere `Origin`
 * must be ours, or that of the address that the call came to.
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
 * The origin of the pages that are read at the address of this call; undefined where that proves nothing. A name
 * that is not ours may have been pointed at this machine by whoever owns it (DNS rebinding): only an address
 * in digits, which nobody else can own, and `localhost`, which no resolver is asked for, stand for themselves.
 */
function addressOf({ protocol, host }: CallSource, ownOrigin: string): string | undefined {
  const text = `${protocol}://${host}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname, origin, username, pathname } = new URL(text);
  if (username !== '' || pathname !== '/') return undefined;
  // Where the shop is at home on HTTPS the cookie is for HTTPS alone, and signing in without it would not hold.
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
