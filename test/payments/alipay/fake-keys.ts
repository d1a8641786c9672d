/**
 * Keys and signatures of the fake Alipay, written by the rules that Alipay publishes: neither the adapter nor the SDK
 * signs or verifies for the fake.
 */

import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The keys of the merchant's application. */
export const applicationKeys = newKeys();
/** The keys of Alipay. */
export const alipayKeys = newKeys();

export const account = { appId: '2021000117608023', sellerId: '2088102146225135' } as const;

/** `a=1&b=2`: the fields in the order of their names, without `sign` and without those of `omitted`. */
export function signedText(fields: ReadonlyMap<string, string>, omitted: readonly string[] = []): string {
  const kept = [...fields].filter(([name]) => name !== 'sign' && !omitted.includes(name));
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return kept.map(([name, value]) => `${name}=${value}`).join('&');
}

export function signRsa(
  text: string,
  key: KeyObject = alipayKeys.privateKey,
  hash: 'sha256' | 'sha1' = 'sha256',
): string {
  return sign(hash, Buffer.from(text, 'utf8'), key).toString('base64');
}

export function isSignedBy(text: string, signature: string, key: KeyObject): boolean {
  return verify('sha256', Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));
}
