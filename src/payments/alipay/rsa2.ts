/**
 * Alipay's signature RSA2: RSA with SHA-256 (PKCS #1 v1.5) over a text in UTF-8. Pure.
 * Rules: https://opendocs.alipay.com/common/02kf5q
 */

import { type KeyObject, sign, verify } from 'node:crypto';

/** The text that a request or a notification signs: `a=1&b=2`, in the order of the names, values not encoded. */
export function signedText(fields: Readonly<Record<string, string>>): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

export function signRsa2(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text), key).toString('base64');
}

/** Accepts only the canonical Base64 text of a signature, so that no changed text is accepted. */
export function isSignedRsa2(text: string, signature: string, publicKey: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (signature === '' || bytes.toString('base64') !== signature) return false;
  return verify('sha256', Buffer.from(text), publicKey, bytes);
}
