/** The adapter with the fake Stripe, as the contract suite and the tests of Stripe need them. */

import type { TestContext } from 'node:test';
import { createStripe, type StripeParts } from '../../../src/payments/stripe/stripe.ts';
import { toleranceMs } from '../../../src/payments/stripe/webhook-signature.ts';
import type { PaymentProvider, RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { manualClock } from '../../support/manual-clock.ts';
import type { ProviderFixture } from '../contract/provider-fixture.ts';
import { apiKey, type FakeStripe, startFakeStripe, webhookSecret } from './fake-stripe.ts';

export interface StripeFixture extends ProviderFixture {
  readonly stripe: FakeStripe;
  /** Another adapter on the same account, for example with another time limit. */
  providerWith(parts: Partial<StripeParts>): PaymentProvider;
}

export async function openStripeFixture(
  context: TestContext,
  parts: Partial<StripeParts> = {},
  /** How far Stripe's clock is ahead of the service's clock. */
  aheadMs = 0,
): Promise<StripeFixture> {
  const clock = manualClock();
  const stripe = await startFakeStripe({ now: () => clock.now() + aheadMs });
  context.after(stripe.close);
  const providerWith = (more: Partial<StripeParts>) =>
    createStripe({
      clock,
      random: fixedRandom(),
      secretKey: apiKey,
      webhookSecrets: [webhookSecret],
      apiUrl: stripe.url,
      ...more,
    });
  return {
    provider: providerWith(parts),
    providerWith,
    clock,
    stripe,
    get notifies(): readonly RawNotification[] {
      return stripe.events.map(({ notification }) => notification);
    },
    toleranceMs,
    openMs: 40 * 60_000,
    async pay(paymentNo, plan = 'done') {
      stripe.pay(paymentNo, { plan });
    },
    async decline(paymentNo) {
      stripe.startSlowPayment(paymentNo);
      stripe.endSlowPayment(paymentNo, 'failed');
    },
    async finishRefund(refundNo) {
      clock.advance(24 * 60 * 60_000);
      stripe.endRefund(refundNo, 'succeeded');
    },
    refundByHand(paymentNo, amount) {
      const intent = stripe.books.intents.get(stripe.sessionOf(paymentNo).intentId ?? '');
      if (intent === undefined) throw new Error(`payment ${paymentNo} is not paid`);
      stripe.books.addRefund(intent, amount, {});
    },
    paidNotify(paymentNo, amount, currency) {
      return stripe.pay(paymentNo, { amount, currency: currency.toLowerCase() }).notification;
    },
    strangeNotify: () => stripe.send('customer.created', { id: 'cus_1', object: 'customer' }).notification,
    async returnedMinor(paymentNo) {
      const { intentId } = stripe.sessionOf(paymentNo);
      return [...stripe.books.refunds.values()]
        .filter((refund) => refund.intentId === intentId && refund.status === 'succeeded')
        .reduce((sum, { amount }) => sum + amount, 0);
    },
  };
}
