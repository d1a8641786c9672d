/**
 * The secrets of console sessions and of sign-ins that wait for the second factor: each is 256 random bits in a
 * cookie. The database stores only their SHA-256, so a copy of the database opens no session. The CSRF token is
 * derived from the secret and stored nowhere.
 */

import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../../usecases/ports/tools.ts';

const secretBytes = 32;

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

interface SecretCookie {
  nameOf(secure: boolean): string;
  /**
   * @param secure the shop's public address is https. Then only the name with `__Host-` counts, because another host of
   * the same domain could have set the plain name.
   * @returns null when there is no cookie of this form.
   */
  secretIn(cookie: string | undefined, secure: boolean): string | null;
  digestIn(cookie: string | undefined, secure: boolean): string | null;
  header(secret: string, lifeMs: number, secure: boolean): string;
  /** Deletes the cookie. */
  endedHeader(secure: boolean): string;
}

/**
 * Browsers never send the cookie with another site's request, and scripts cannot read it. Under https its name begins
 * with `__Host-`, which browsers accept from this host only, and only with `Secure` and `Path=/` (RFC 6265bis, 4.1.3.2).
 */
function secretCookie(name: string): SecretCookie {
  // Accepts base64url of 32 bytes.
  const value = '=([A-Za-z0-9_-]{43})(?:;|$)';
  const plainCookie = new RegExp(`(?:^|;\\s*)${name}${value}`);
  const hostCookie = new RegExp(`(?:^|;\\s*)__Host-${name}${value}`);

  function secretIn(cookie: string | undefined, secure: boolean): string | null {
    return (secure ? hostCookie : plainCookie).exec(cookie ?? '')?.[1] ?? null;
  }

  const nameOf = (secure: boolean) => (secure ? `__Host-${name}` : name);

  function header(secret: string, lifeMs: number, secure: boolean): string {
    const attributes = `Max-Age=${Math.floor(lifeMs / 1000)}; HttpOnly; SameSite=Strict`;
    const scope = secure ? `Path=/; ${attributes}; Secure` : `Path=/admin; ${attributes}`;
    return `${nameOf(secure)}=${secret}; ${scope}`;
  }

  return {
    nameOf,
    secretIn,
    digestIn(cookie, secure) {
      const secret = secretIn(cookie, secure);
      return secret === null ? null : digestOfSecret(secret);
    },
    header,
    endedHeader: (secure) => header('', 0, secure),
  };
}

export const sessionCookie = secretCookie('photokiosk_console');
/** A sign-in whose password was right and which waits for the second factor. The cookie opens no session. */
export const pendingCookie = secretCookie('photokiosk_sign_in');
