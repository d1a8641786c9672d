/** Reads the credentials of a request. The use cases verify them. */

import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../domain/errors.ts';
import type { Credentials } from '../../usecases/callers/credentials.ts';
import { apiTokenDigest } from './api-token.ts';

const guestCookieName = 'photokiosk_guest';

/**
 * Browsers keep no cookie for longer than 400 days ("Cookies: HTTP State Management Mechanism", RFC 6265bis, 5.5). A
 * guest's token may be valid for longer than a year, while the guest is a member.
 */
const cookieMaxAgeS = 400 * 24 * 60 * 60;
const guestCookie = new RegExp(`(?:^|;\\s*)${guestCookieName}=([A-Za-z0-9._~-]{1,512})(?:;|$)`);
const hostGuestCookie = new RegExp(`(?:^|;\\s*)__Host-${guestCookieName}=([A-Za-z0-9._~-]{1,512})(?:;|$)`);
/** The most characters of an operator's name, as in the console's form. */
const nameLengthMax = 64;
const none: Credentials = {};

/**
 * @param secure whether the shop's public address is https. If it is, only the cookie whose name begins with `__Host-`
 * counts. Another host of the same domain could set the cookie with the plain name to its own guest's token, and the
 * customer's orders would then belong to that guest.
 * @throws AppError `invalid_credential` for an Authorization header that is neither Bearer nor Basic.
 */
export function readCredentials(
  { authorization, cookie }: IncomingHttpHeaders,
  secure: boolean,
): Credentials {
  if (authorization !== undefined && authorization !== '') return readAuthorization(authorization);
  const token = (secure ? hostGuestCookie : guestCookie).exec(cookie ?? '')?.[1];
  return token === undefined ? none : { cookie: token };
}

function readAuthorization(authorization: string): Credentials {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  // RFC 9110, 11.1: "uses a case-insensitive token to identify the authentication scheme".
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return readBearer(value);
    case 'basic':
      return { basic: readBasic(value) };
    default:
      throw new AppError('invalid_credential', 'Send the credential as "Bearer <token>".');
  }
}

function readBearer(value: string): Credentials {
  const digest = apiTokenDigest(value);
  return digest === null ? { bearer: value } : { apiTokenDigest: digest };
}

/**
 * RFC 7617: the name ends at the first colon, and the text is UTF-8 without control characters. NUL is refused,
 * because PostgreSQL cannot store it in a text.
 */
function readBasic(value: string): { readonly name: string; readonly password: string } {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // No operator has a longer name, and each name that is tried is stored.
  if (colon < 1 || colon > nameLengthMax || text.includes('\0'))
    throw new AppError('invalid_credential', 'The Basic credential must be "name:password".');
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Under https the name begins with `__Host-`, which browsers accept only from this host. */
export function guestCookieNameOf(secure: boolean): string {
  return secure ? `__Host-${guestCookieName}` : guestCookieName;
}

/**
 * Writes the header that sets a guest's cookie. Scripts cannot read the cookie, and browsers do not send it
 * with another site's POST.
 */
export function guestCookieHeader(token: string, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${cookieMaxAgeS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${guestCookieNameOf(secure)}=${token}; ${attributes}`;
}
