/** The provider `stripe`: Stripe's hosted payment page (Checkout). */

import type Stripe from 'stripe';
import type { PaymentProvider } from '../../usecases/ports/payment-provider.ts';
import type { Clock, Random } from '../../usecases/ports/tools.ts';
import { askStripe } from './ask-stripe.ts';
import { movementExpansions, refundExpansions, stripeBill, stripeBillZone } from './stripe-bill.ts';
import { isLiveKey, openStripeClient, type StripeClientParts } from './stripe-client.ts';
import { createStripeDisputes } from './stripe-disputes.ts';
import { createStripeRefunds } from './stripe-refunds.ts';
import { createStripeSessions } from './stripe-sessions.ts';
import { readWebhookEvent } from './webhook-event.ts';
import { receivedNotification } from './webhook-notification.ts';
import { refuseSignature } from './webhook-signature.ts';

export interface StripeParts extends StripeClientParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly webhookSecrets: readonly string[];
}

export function createStripe(parts: StripeParts): PaymentProvider {
  const { clock, random, secretKey, webhookSecrets } = parts;
  const stripe = openStripeClient(parts);
  const sessions = createStripeSessions(stripe, random);
  const refunds = createStripeRefunds(stripe, sessions);
  const disputes = createStripeDisputes(stripe, clock);
  const notificationParts = { disputes, sessions, refunds, isLive: isLiveKey(secretKey) };
  return {
    name: 'stripe',
    channels: ['checkout'],
    needsPayer: () => false,
    open: sessions.open,
    query: sessions.query,
    close: sessions.close,
    refund: refunds.refund,
    queryRefund: refunds.query,
    listDisputes: disputes.recent,
    queryDispute: async (disputeNo) => (await disputes.byId(disputeNo))?.dispute,
    async verifyNotification(notification) {
      const forged = refuseSignature(notification, webhookSecrets, clock.now());
      if (forged !== undefined) return forged;
      const event = readWebhookEvent(notification.body);
      if (event === undefined) return { kind: 'forged', code: 'malformed', why: 'the body is not an event' };
      return receivedNotification(notificationParts, event);
    },
    answerNotification: (accepted) => ({
      status: accepted ? 200 : 400,
      contentType: 'application/json',
      body: accepted ? '{"received":true}' : '{"received":false}',
    }),
    billZone: stripeBillZone,
    fetchBill: (day) => stripeBill(stripe, day, clock.now()),
    checkAccess: () => checkAccess(stripe),
  };
}

/** Reads one entry of each list that the adapter needs, because a restricted key may lack one of the permissions. */
async function checkAccess(stripe: Stripe): Promise<void> {
  const one = { limit: 1 };
  await askStripe('read Checkout sessions', () => stripe.checkout.sessions.list(one));
  await askStripe('read payment intents', () => stripe.paymentIntents.list(one));
  await askStripe('read charges', () => stripe.charges.list(one));
  await askStripe('read refunds', () => stripe.refunds.list({ ...one, expand: refundExpansions }));
  await askStripe('read disputes', () => stripe.disputes.list(one));
  await askStripe('read balance transactions and their sources', () =>
    stripe.balanceTransactions.list({ ...one, expand: movementExpansions }),
  );
}
