/**
 * Signs and verifies the payment notifications of the sandbox bank: HMAC-SHA256 over the raw bytes of
 * `timestamp.body`, with a key that is derived from the service's secret only for this purpose.
 */

import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../domain/zoned-time.ts';
import type {
  ForgeryCode,
  RawNotification,
  ReceivedNotification,
} from '../../usecases/ports/payment-provider.ts';

export const timestampHeader = 'sandbox-timestamp';
export const signatureHeader = 'sandbox-signature';

/** The maximum age of a notification. An older notification is refused as a possible replay. */
export const toleranceMs = 5 * 60_000;

const purpose = 'photokiosk sandbox notifies v1';
const timestampForm = /^[1-9][0-9]{0,11}$/;
const signatureForm = /^v1=[0-9a-f]{64}$/;

type Forgery = Extract<ReceivedNotification, { kind: 'forged' }>;

function forged(code: ForgeryCode, why: string): Forgery {
  return { kind: 'forged', code, why };
}

export interface NotifySignature {
  /** @returns the headers with which `body` is sent. */
  sign(body: string, now: Instant): Record<string, string>;
  /** @returns why the signature is not valid; undefined when it is valid. Does not parse the body. */
  refuse(notify: RawNotification, now: Instant): Forgery | undefined;
}

/** @param secrets the first one signs; a signature by any of them is accepted. */
export function createNotifySignature(secrets: readonly [string, ...string[]]): NotifySignature {
  const [signingSecret, ...formerSecrets] = secrets;
  const signingKey = derivedKey(signingSecret);
  const keys = [signingKey, ...formerSecrets.map(derivedKey)];

  function mac(timestamp: string, body: Uint8Array, key = signingKey): Buffer {
    return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
  }

  return {
    sign(body, now) {
      const timestamp = String(Math.floor(now / 1000));
      const signature = `v1=${mac(timestamp, Buffer.from(body)).toString('hex')}`;
      return { [timestampHeader]: timestamp, [signatureHeader]: signature };
    },
    refuse({ headers, body }, now) {
      const timestamp = headers[timestampHeader];
      const signature = headers[signatureHeader];
      if (timestamp === undefined || signature === undefined) return forged('signature', 'not signed');
      if (!timestampForm.test(timestamp) || !signatureForm.test(signature))
        return forged('signature', 'signature malformed');
      const given = Buffer.from(signature.slice('v1='.length), 'hex');
      if (!keys.some((key) => timingSafeEqual(mac(timestamp, body, key), given)))
        return forged('signature', 'signature wrong');
      // Check the timestamp after the signature, because only a signed timestamp can be trusted.
      if (Math.abs(now - Number(timestamp) * 1000) > toleranceMs)
        return forged('timestamp', 'timestamp out of tolerance');
      return undefined;
    },
  };
}

function derivedKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}
