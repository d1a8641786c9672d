/**
 * Recognises a device from which an operator has signed in before. Such a device has a count of wrong passwords of its
 * own, so that a guesser from many addresses cannot lock the operator out.
 */

import type { Deps } from '../deps.ts';

/** What the device's cookie holds. */
export interface DeviceClaim {
  readonly deviceId: string;
  readonly proof: string;
}

/** @returns the id of the device; null: no operator of this name has signed in there with the present password. */
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
