/** Signs events as Stripe's documentation describes, without the code of the adapter and of Stripe's SDK. */

import { createHmac } from 'node:crypto';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';

/** @param secrets Stripe adds one signature for each secret that is valid. */
export function signedEvent(body: string, secrets: readonly string[], atMs: number): RawNotification {
  const seconds = Math.floor(atMs / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')}`,
  );
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': [`t=${seconds}`, ...signatures].join(','),
    },
    query: {},
    body: Buffer.from(body, 'utf8'),
  };
}
