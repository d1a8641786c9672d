/**
 * Tests of the signature of Stripe's notifications. Stripe's own SDK verifies that the genuine examples are genuine.
 */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import Stripe from 'stripe';
import { refuseSignature, toleranceMs } from '../../../src/payments/stripe/webhook-signature.ts';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { signedEvent } from './sign-event.ts';

const secret = 'whsec_test_secret';
const former = 'whsec_former_secret';
const now = Date.UTC(2026, 10, 20, 12);
const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', name: '照片' });
const sdk = new Stripe('sk_test_123456789');

function withHeader(header: string, bytes: Uint8Array = Buffer.from(body)): RawNotification {
  return { method: 'POST', headers: { 'stripe-signature': header }, query: {}, body: bytes };
}

function codeOf(notification: RawNotification, secrets: readonly string[] = [secret]): string | undefined {
  return refuseSignature(notification, secrets, now)?.code;
}

test('Stripe’s SDK accepts the signatures of the fake, and the adapter accepts the signatures of the SDK', () => {
  const { headers } = signedEvent(body, [secret], now);
  const header = headers['stripe-signature'] ?? '';
  assert.equal(sdk.webhooks.constructEvent(body, header, secret, 300, undefined, now).id, 'evt_1');
  const timestamp = Math.floor(now / 1000);
  const official = sdk.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  assert.equal(official, header);
  assert.equal(codeOf(withHeader(official)), undefined);
});

test('a notification is accepted with any valid secret while a secret is rotated', () => {
  const both = signedEvent(body, [former, secret], now);
  assert.equal(codeOf(both, [secret]), undefined);
  assert.equal(codeOf(both, [former]), undefined);
  assert.equal(codeOf(signedEvent(body, [former], now), [secret, former]), undefined);
  assert.equal(codeOf(signedEvent(body, [former], now), [secret]), 'signature');
});

test('a timestamp up to five minutes from the clock is accepted, in both directions', () => {
  for (const sign of [-1, 1]) {
    assert.equal(codeOf(signedEvent(body, [secret], now + sign * toleranceMs)), undefined);
    assert.equal(codeOf(signedEvent(body, [secret], now + sign * (toleranceMs + 1000))), 'timestamp');
  }
});

test('a timestamp from the future, which the SDK accepts, is refused', () => {
  const tomorrow = signedEvent(body, [secret], now + 24 * 60 * 60_000);
  const header = tomorrow.headers['stripe-signature'] ?? '';
  assert.ok(sdk.webhooks.constructEvent(body, header, secret, 300, undefined, now));
  assert.equal(codeOf(tomorrow), 'timestamp');
});

test('a byte order mark before the body, which the SDK accepts, is refused', () => {
  const header = signedEvent(body, [secret], now).headers['stripe-signature'] ?? '';
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)]);
  assert.ok(sdk.webhooks.constructEvent(marked, header, secret, 300, undefined, now));
  assert.equal(codeOf(withHeader(header, marked)), 'signature');
});

test('malformed and incomplete headers are refused', () => {
  const seconds = String(Math.floor(now / 1000));
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  assert.equal(codeOf(withHeader(`t=${seconds},v1=${mac}`)), undefined);
  const wrong = [
    '',
    seconds,
    `v1=${mac}`,
    `t=${seconds}`,
    `t=${seconds},v0=${mac}`,
    `t=${seconds},v1=`,
    `t=${seconds},v1=${mac.slice(0, 62)}`,
    `t=${seconds},v1=${mac.toUpperCase()}`,
    `t=${seconds}.5,v1=${mac}`,
    `t=0${seconds},v1=${mac}`,
    `t=-${seconds},v1=${mac}`,
    `t=${seconds},t=${seconds},v1=${mac}`,
    `t=${seconds},v1=${mac}${',v1=0'.repeat(1000)}`,
  ];
  for (const header of wrong) assert.equal(codeOf(withHeader(header)), 'signature', header.slice(0, 40));
});
