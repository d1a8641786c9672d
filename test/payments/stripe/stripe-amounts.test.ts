/** Tests of the conversion of amounts to and from Stripe. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromStripeAmount, toStripeAmount } from '../../../src/payments/stripe/stripe-amounts.ts';

const amounts: readonly [string, number, number | undefined][] = [
  ['CNY', 690, 690],
  ['USD', 1, 1],
  ['HUF', 1050, 1050],
  ['TWD', 1050, 1050],
  ['JPY', 50_000, 500],
  ['JPY', 1050, undefined],
  ['KRW', 99, undefined],
  ['ISK', 500, 500],
  ['ISK', 550, undefined],
  ['UGX', 550, undefined],
  ['KWD', 690, 6900],
  ['BHD', 1, 10],
];

test('an amount is sent in the smallest unit of its currency, and cannot be sent if the currency has no such amount', () => {
  for (const [currency, minor, stripe] of amounts)
    assert.equal(toStripeAmount(minor, currency), stripe, currency);
});

test('an amount in thousandths that hundredths cannot express is an error and is not rounded', () => {
  assert.equal(fromStripeAmount(6900, 'KWD'), 690);
  assert.throws(() => fromStripeAmount(6905, 'KWD'), /thousandths of KWD/);
});

test('property: every amount that can be sent comes back the same', () => {
  const currencies = [...new Set(amounts.map(([currency]) => currency))];
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.nat(10_000_000), (currency, minor) => {
      const stripe = toStripeAmount(minor, currency);
      if (stripe === undefined) return;
      assert.ok(Number.isInteger(stripe));
      assert.equal(fromStripeAmount(stripe, currency), minor);
    }),
  );
});
