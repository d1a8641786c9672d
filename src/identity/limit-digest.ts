/**
 * The keys under which the database keeps what clients use of the shop's limits: a hash of the client's address with the
 * secret key, so that the database contains no addresses, and they cannot be guessed without the key.
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
