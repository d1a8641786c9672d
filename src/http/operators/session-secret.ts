/**
 * The secret of a session: 256 bits in a cookie. The database has its SHA-256 alone, so that who reads the
 * database cannot sign in with it; the token against forged requests is made of it and kept nowhere.
 */

import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../../usecases/ports/tools.ts';

export const consoleCookieName = 'photokiosk_console';

const secretBytes = 32;
/** base64url of 32 bytes, nothing else. */
const consoleCookie = new RegExp(`(?:^|;\\s*)${consoleCookieName}=([A-Za-z0-9_-]{43})(?:;|$)`);

export function newSessionSecret(random: Random): string {
  return Buffer.from(random.bytes(secretBytes)).toString('base64url');
}

export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Only who can read the session's answers knows it: another site can neither read them nor the cookie. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('csrf').digest('base64url');
}

/** @returns null without a cookie of the right form. */
export function secretInCookie(cookie: string | undefined): string | null {
  return cookie === undefined ? null : (consoleCookie.exec(cookie)?.[1] ?? null);
}

/** Sent to the console alone, never with a request that another site began, and out of every script's reach. */
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
