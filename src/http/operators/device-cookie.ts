/**
 * The cookie that marks a device from which an operator has signed in: `<id>.<proof>`. The cookie opens nothing. It
 * only spares the device the wait that other clients' wrong passwords cause.
 */

import type { DeviceClaim } from '../../usecases/operators/known-device.ts';
import type { Passwords } from '../../usecases/ports/identity.ts';
import type { Random } from '../../usecases/ports/tools.ts';

const name = 'photokiosk_device';
const deviceCookie = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{43})(?:;|$)`);
const idBytes = 16;
/** Half a year: longer than an operator's holidays. */
const lifeS = 180 * 24 * 60 * 60;

/** @returns null when there is no cookie of this form. */
export function deviceInCookie(cookie: string | undefined): DeviceClaim | null {
  const [, deviceId, proof] = deviceCookie.exec(cookie ?? '') ?? [];
  return deviceId === undefined || proof === undefined ? null : { deviceId, proof };
}

/** A new id with each sign-in: an earlier id may be known to others. */
export function deviceCookieHeader(
  { random, passwords }: { readonly random: Random; readonly passwords: Passwords },
  passwordHash: string,
  secure: boolean,
): string {
  const id = Buffer.from(random.bytes(idBytes)).toString('base64url');
  const value = `${id}.${passwords.deviceProof(id, passwordHash)}`;
  const attributes = `Path=/admin; Max-Age=${lifeS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return `${name}=${value}; ${attributes}`;
}
