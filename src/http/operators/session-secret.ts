/**
 * The secret of a console session: 256 random bits in a cookie. The database stores only its SHA-256, so a copy of
 * the database opens no session. The CSRF token is derived from the secret and stored nowhere.
 */

import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../../usecases/ports/tools.ts';

export const consoleCookieName = 'photokiosk_console';

const secretBytes = 32;
/** Accepts base64url of 32 bytes. */
const consoleCookie = new RegExp(`(?:^|;\\s*)${consoleCookieName}=([A-Za-z0-9_-]{43})(?:;|$)`);

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

/** @returns null when there is no cookie of this form. */
export function secretInCookie(cookie: string | undefined): string | null {
  return cookie === undefined ? null : (consoleCookie.exec(cookie)?.[1] ?? null);
}

/** Browsers send the cookie to `/admin` only and never with another site's request. Scripts cannot read it. */
function cookieHeader(value: string, maxAgeS: number, secure: boolean): string {
  const attributes = `Path=/admin; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return `${consoleCookieName}=${value}; ${attributes}`;
}

export function sessionCookieHeader(secret: string, lifeMs: number, secure: boolean): string {
  return cookieHeader(secret, Math.floor(lifeMs / 1000), secure);
}

export function endedCookieHeader(secure: boolean): string {
  return cookieHeader('', 0, secure);
}
