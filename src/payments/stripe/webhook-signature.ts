/**
 * Verifies the header `Stripe-Signature`: HMAC-SHA256 over `timestamp.body`. The SDK's own function is not used, because
 * it accepts timestamps from the future and decodes the body before it verifies it, so that some changed bytes pass.
 * Source: https://docs.stripe.com/webhooks#verify-manually
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../domain/zoned-time.ts';
import type {
  ForgeryCode,
  RawNotification,
  ReceivedNotification,
} from '../../usecases/ports/payment-provider.ts';

/** The maximum difference between the signed time and the clock, as in Stripe's own libraries. */
export const toleranceMs = 5 * 60_000;

const headerName = 'stripe-signature';
const headerLengthMax = 2000;
const timestampForm = /^[1-9][0-9]{0,11}$/;
const signatureForm = /^[0-9a-f]{64}$/;

type Forgery = Extract<ReceivedNotification, { kind: 'forged' }>;

/**
 * Does not parse the body.
 * @param secrets the secrets of the endpoint: while one is rotated, Stripe signs with the old and the new one
 * @returns why the signature is refused; undefined when it is valid.
 */
export function refuseSignature(
  { headers, body }: RawNotification,
  secrets: readonly string[],
  now: Instant,
): Forgery | undefined {
  const header = headers[headerName];
  if (header === undefined || header === '') return forged('signature', 'no signature');
  const { timestamp, signatures } = partsOf(header);
  if (timestamp === undefined || signatures.length === 0) return forged('signature', 'malformed signature');
  const isGenuine = secrets.some((secret) => {
    // The whole secret is the key, its prefix `whsec_` included.
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
    return signatures.some((signature) => timingSafeEqual(signature, expected));
  });
  if (!isGenuine) return forged('signature', 'wrong signature');
  // The timestamp is checked after the signature, because only a signed timestamp can be trusted.
  if (Math.abs(now - Number(timestamp) * 1000) > toleranceMs) {
    return forged('timestamp', 'the timestamp is too far from the clock');
  }
  return undefined;
}

/**
 * Reads `t=…,v1=…,v1=…`. Signatures of other schemes are ignored, for example `v0`, which Stripe adds to test events.
 */
function partsOf(header: string): { timestamp: string | undefined; signatures: Buffer[] } {
  if (header.length > headerLengthMax) return { timestamp: undefined, signatures: [] };
  const parts = header.split(',').map((part) => part.trim());
  const timestamps = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  const [timestamp = ''] = timestamps;
  const signatures = parts
    .filter((part) => part.startsWith('v1='))
    .map((part) => part.slice(3))
    .filter((text) => signatureForm.test(text))
    .map((text) => Buffer.from(text, 'hex'));
  const isOne = timestamps.length === 1 && timestampForm.test(timestamp);
  return { timestamp: isOne ? timestamp : undefined, signatures };
}

function forged(code: ForgeryCode, why: string): Forgery {
  return { kind: 'forged', code, why };
}
