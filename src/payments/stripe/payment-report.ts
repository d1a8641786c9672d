/** Translates a Checkout session and its payment intent to the report of a payment. */

import type Stripe from 'stripe';
import type { PaymentReport } from '../../usecases/ports/payment-provider.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/** The parts of a session that `paymentReport` reads; pass them as `expand`. */
export const expandedSession = ['payment_intent.latest_charge'];

/**
 * The payment intent decides, because money moves there. A session is `complete` as soon as the customer has finished
 * the page; with a slow method (for example a bank debit) the money arrives or fails days later.
 */
export function paymentReport(session: Stripe.Checkout.Session): PaymentReport {
  const intent = intentOf(session);
  if (intent?.status === 'succeeded') return paidReport(intent);
  switch (session.status) {
    case 'expired':
      return { state: 'closed' };
    case 'complete':
      return intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
        ? { state: 'declined', reason: declineReason(intent) }
        : { state: 'open' };
    // A card that is declined on the page leaves the session open, and the customer may try another one.
    default:
      return { state: 'open' };
  }
}

/** @returns null before the customer has entered a means of payment. */
export function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  const intent = session.payment_intent;
  if (typeof intent === 'string') throw new Error('the payment intent of the session was not requested');
  return intent;
}

function paidReport(intent: Stripe.PaymentIntent): PaymentReport {
  const currency = intent.currency.toUpperCase();
  const charge = intent.latest_charge;
  // After a whole refund no money is left that could pay the order. If the service has recorded the money before, this
  // report changes nothing.
  if (charge !== null && typeof charge !== 'string' && isWhollyRefunded(charge)) return { state: 'closed' };
  const paidAtS = charge === null || typeof charge === 'string' ? intent.created : charge.created;
  return {
    state: 'paid',
    receivedMinor: fromStripeAmount(intent.amount_received, currency),
    currency,
    providerRef: intent.id,
    paidAt: paidAtS * 1000,
  };
}

function isWhollyRefunded({ amount_captured, amount_refunded }: Stripe.Charge): boolean {
  return amount_captured > 0 && amount_refunded >= amount_captured;
}

function declineReason(intent: Stripe.PaymentIntent): string {
  return intent.last_payment_error?.message ?? intent.cancellation_reason ?? 'The payment failed.';
}
