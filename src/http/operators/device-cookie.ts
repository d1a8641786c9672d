/**
 * The cookie that marks a device from which an operator has signed in: `<id>.<proof>`. The cookie gives no
 * access. On a device with this cookie, the operator need not wait after wrong passwords from other devices.
 */

import type { DeviceClaim } from '../../usecases/operators/known-device.ts';
import type { Passwords } from '../../usecases/ports/identity.ts';
import type { Random } from '../../usecases/ports/tools.ts';

const name = 'photokiosk_device';
const hostName = `__Host-${name}`;
const cookieOf = (named: string) =>
  new RegExp(`(?:^|;\\s*)${named}=([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{43})(?:;|$)`);
const plainCookie = cookieOf(name);
const hostCookie = cookieOf(hostName);
const idBytes = 16;
/** The lifetime of the cookie: half a year, which is longer than an operator's holidays. */
const lifeS = 180 * 24 * 60 * 60;

/**
 * @param secure the shop's public address is https. Then only the name with `__Host-` counts, because another host of
 * the same domain could replace the plain one.
 * @returns null when there is no cookie of this form.
 */
export function deviceInCookie(cookie: string | undefined, secure: boolean): DeviceClaim | null {
  const [, deviceId, proof] = (secure ? hostCookie : plainCookie).exec(cookie ?? '') ?? [];
  return deviceId === undefined || proof === undefined ? null : { deviceId, proof };
}

/** Each sign-in creates a new id, because another person may know the id of an earlier sign-in. */
export function deviceCookieHeader(
  { random, passwords }: { readonly random: Random; readonly passwords: Passwords },
  passwordHash: string,
  secure: boolean,
): string {
  const id = Buffer.from(random.bytes(idBytes)).toString('base64url');
  const value = `${id}.${passwords.deviceProof(id, passwordHash)}`;
  const attributes = `Max-Age=${lifeS}; HttpOnly; SameSite=Strict`;
  // Browsers accept `__Host-` with `Path=/` only.
  return secure
    ? `${hostName}=${value}; Path=/; ${attributes}; Secure`
    : `${name}=${value}; Path=/admin; ${attributes}`;
}
