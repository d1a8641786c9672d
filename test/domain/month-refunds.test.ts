/** The prices of refunded months. The prices of all months of an order add up exactly to the price of the order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthsPriceMinor } from '../../src/domain/month-refunds.ts';

test('each refunded month costs the price divided by the months, if the division leaves no remainder', () => {
  assert.equal(monthsPriceMinor(3000, 12, 0, 5), 1250);
  assert.equal(monthsPriceMinor(3000, 12, 5, 1), 250);
});

test('property: the refunds of all months, in any parts, add up to the price, and none is negative', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
      (priceMinor, parts) => {
        const bought = parts.reduce((sum, months) => sum + months, 0);
        let before = 0;
        let returnedMinor = 0;
        for (const months of parts) {
          const amountMinor = monthsPriceMinor(priceMinor, bought, before, months);
          assert.ok(amountMinor >= 0);
          returnedMinor += amountMinor;
          before += months;
        }
        assert.equal(returnedMinor, priceMinor);
      },
    ),
  );
});
