/** The contract of every payment provider, for Stripe. */

import { testPaymentProvider } from '../provider-contract.ts';
import { openStripeFixture } from './stripe-fixture.ts';

testPaymentProvider('stripe', openStripeFixture);
