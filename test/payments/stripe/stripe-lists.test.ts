/** Lists of Stripe that do not show a new object yet. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { paymentRequest } from '../contract/provider-fixture.ts';
import { openStripeFixture } from './stripe-fixture.ts';

test('a payment whose payment intent is known and whose session is not listed yet is not reported as unknown', async (t) => {
  const bench = await openStripeFixture(t);
  const payment = { ...paymentRequest(bench), providerRef: 'pi_new' };
  const ref = { ...payment, payerId: null };
  await assert.rejects(bench.provider.query(ref), ProviderUnreachable);
  await assert.rejects(bench.provider.close(ref), ProviderUnreachable);
});
