/**
 * The signatures of WeChat Pay API v3: SHA-256 with RSA (PKCS#1 v1.5) over lines that each end in a line feed. Written
 * with `node:crypto`: the library `wechatpay-axios-plugin` wraps the same two calls and depends on axios, an XML parser
 * and yargs.
 */

import { constants, type KeyObject, sign, verify } from 'node:crypto';

const padding = constants.RSA_PKCS1_PADDING;

function lines(parts: readonly string[]): string {
  return parts.map((part) => `${part}\n`).join('');
}

/** @returns the signature in base64. */
export function signLines(key: KeyObject, parts: readonly string[]): string {
  return sign('sha256', Buffer.from(lines(parts)), { key, padding }).toString('base64');
}

export interface Signer {
  readonly mchId: string;
  /** The serial number of the merchant's certificate. */
  readonly serial: string;
  readonly key: KeyObject;
}

export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  /** With the query, exactly as it is sent. */
  readonly path: string;
  /** Exactly as it is sent; empty for GET. */
  readonly body: string;
  /** Seconds since the Unix epoch. */
  readonly timestamp: string;
  readonly nonce: string;
}

/** The value of the header `Authorization`. */
export function authorization({ mchId, serial, key }: Signer, request: SignedRequest): string {
  const { method, path, timestamp, nonce, body } = request;
  const signature = signLines(key, [method, path, timestamp, nonce, body]);
  const fields = { mchid: mchId, nonce_str: nonce, timestamp, serial_no: serial, signature };
  const text = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${text.join(',')}`;
}

const base64Form = /^[A-Za-z0-9+/]{4,1024}={0,2}$/;

/** @param body the raw bytes: JSON that was parsed and written again has another signature. */
export function isSignatureOf(
  key: KeyObject,
  signature: string,
  timestamp: string,
  nonce: string,
  body: Uint8Array,
): boolean {
  if (!base64Form.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64');
  // Node ignores surplus bits and characters, so that many texts decode to the same bytes. Only one of them is genuine.
  if (bytes.toString('base64') !== signature) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  return verify('sha256', signed, { key, padding }, bytes);
}
