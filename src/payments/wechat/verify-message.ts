/** Verifies that WeChat Pay sent a message: a notification, or the answer to a call. Does not parse the message. */

import type { KeyObject } from 'node:crypto';
import type { Instant } from '../../domain/zoned-time.ts';
import type { ForgeryCode } from '../../usecases/ports/payment-provider.ts';
import { isSignatureOf } from './v3-signature.ts';

/** A message is refused when its time differs by this much from the clock, in either direction. */
export const toleranceMs = 300_000;

/** WeChat Pay sends such signatures on purpose, to test that receivers verify them. */
const probePrefix = 'WECHATPAY/SIGNTEST/';
const timestampForm = /^[1-9][0-9]{0,11}$/;
const signatureType = 'WECHATPAY2-SHA256-RSA2048';

export interface Refusal {
  readonly code: ForgeryCode;
  readonly why: string;
}

/** The key of a serial number: the id of WeChat Pay's public key, or the serial of a platform certificate. */
export type FindKey = (serial: string) => Promise<KeyObject | undefined>;

export type Headers = Readonly<Record<string, string | undefined>>;

/** @returns why the message is not genuine; undefined if it is genuine. */
export async function refuseMessage(
  headers: Headers,
  body: Uint8Array,
  findKey: FindKey,
  now: Instant,
): Promise<Refusal | undefined> {
  const timestamp = headers['wechatpay-timestamp'];
  const nonce = headers['wechatpay-nonce'];
  const signature = headers['wechatpay-signature'];
  const serial = headers['wechatpay-serial'];
  if (!timestamp || !nonce || !signature || !serial) return { code: 'signature', why: 'not signed' };
  if (signature.startsWith(probePrefix)) return { code: 'probe', why: 'a probe of WeChat Pay' };
  if ((headers['wechatpay-signature-type'] ?? signatureType) !== signatureType) {
    return { code: 'signature', why: 'another signature type' };
  }
  if (!timestampForm.test(timestamp)) return { code: 'signature', why: 'malformed timestamp' };
  const key = await findKey(serial);
  if (key === undefined) return { code: 'signature', why: 'unknown key or certificate' };
  if (!isSignatureOf(key, signature, timestamp, nonce, body)) {
    return { code: 'signature', why: 'wrong signature' };
  }
  // Check the timestamp after the signature, because only the timestamp of a genuine message can be trusted.
  if (Math.abs(now - Number(timestamp) * 1000) >= toleranceMs) {
    return { code: 'timestamp', why: 'the timestamp differs from the clock by five minutes or more' };
  }
  return undefined;
}
