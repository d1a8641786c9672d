/**
 * Makes the keys under which the database stores what clients use of the shop's limits. A key is a hash of the client's
 * address with the secret key, so the database contains no addresses, and addresses cannot be guessed from the hashes
 * without the secret key.
 */

import { createHmac, hkdfSync } from 'node:crypto';

const keyBytes = 32;
/** 128 bits, in base64url. */
const digestLength = 22;

/** @returns the same digest in all processes with the same first secret key. */
export function createLimitDigest([secret]: readonly [string, ...string[]]): (text: string) => string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'limits of clients', keyBytes));
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, digestLength);
}
