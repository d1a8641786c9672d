/**
 * The secret of a console session: 256 random bits in a cookie. The database stores only its SHA-256, so a
 * person with a copy of the database cannot use a session. The CSRF token is derived from the secret and
 * stored nowhere.
 */

import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../../usecases/ports/tools.ts';

const cookieName = 'photokiosk_console';

const secretBytes = 32;
/** Accepts base64url of 32 bytes. */
const plainCookie = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`);
const hostCookie = new RegExp(`(?:^|;\\s*)__Host-${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`);

export function newSessionSecret(random: Random): string {
  return Buffer.from(random.bytes(secretBytes)).toString('base64url');
}

export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Another site cannot know the token, because it can read neither the cookie nor the session's responses. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('csrf').digest('base64url');
}

/**
 * @param secure the shop's public address is https. Then only the name with `__Host-` counts, because another host of
 * the same domain could have set the plain name.
 * @returns null when there is no cookie of this form.
 */
export function secretInCookie(cookie: string | undefined, secure: boolean): string | null {
  return (secure ? hostCookie : plainCookie).exec(cookie ?? '')?.[1] ?? null;
}

/**
 * Browsers never send the cookie with another site's request, and scripts cannot read it. Under https its name begins
 * with `__Host-`, which browsers accept from this host only, and only with `Secure` and `Path=/` (RFC 6265bis, 4.1.3.2).
 */
function cookieHeader(value: string, maxAgeS: number, secure: boolean): string {
  const attributes = `Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;
  return secure
    ? `__Host-${cookieName}=${value}; Path=/; ${attributes}; Secure`
    : `${cookieName}=${value}; Path=/admin; ${attributes}`;
}

export function sessionCookieHeader(secret: string, lifeMs: number, secure: boolean): string {
  return cookieHeader(secret, Math.floor(lifeMs / 1000), secure);
}

export function endedCookieHeader(secure: boolean): string {
  return cookieHeader('', 0, secure);
}
