/**
 * Proves that a device has signed in with an operator's password. The proof is an HMAC whose key is the password's
 * hash, so that a new password invalidates every proof and no further key has to be stored.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';

export function deviceProof(deviceId: string, passwordHash: string): string {
  return createHmac('sha256', passwordHash).update(`known device ${deviceId}`).digest('base64url');
}

export function provesDevice(proof: string, deviceId: string, passwordHash: string): boolean {
  const right = Buffer.from(deviceProof(deviceId, passwordHash));
  const shown = Buffer.from(proof);
  return shown.length === right.length && timingSafeEqual(shown, right);
}
