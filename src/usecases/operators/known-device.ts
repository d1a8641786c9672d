/**
 * Recognises a device from which an operator has signed in before. Wrong passwords from such a device are
 * counted separately. An attacker who guesses passwords from many addresses therefore cannot lock the
 * operator out.
 */

import type { Deps } from '../deps.ts';

/** The content of the device's cookie. */
export interface DeviceClaim {
  readonly deviceId: string;
  readonly proof: string;
}

/**
 * @returns the id of the device; null: no operator of this name has signed in on this device with the
 * present password.
 */
export async function knownDevice(
  { store, passwords }: Pick<Deps, 'store' | 'passwords'>,
  name: string,
  claim: DeviceClaim | null,
): Promise<string | null> {
  if (claim === null) return null;
  const operator = await store.read.operators.byName(name);
  if (operator === undefined) return null;
  return passwords.provesDevice(claim.proof, claim.deviceId, operator.passwordHash) ? claim.deviceId : null;
}
