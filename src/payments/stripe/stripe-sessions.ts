/** Opens, finds and closes payments: each payment attempt is one Checkout session. */

import type Stripe from 'stripe';
import {
  type OpenedPayment,
  type PaymentRef,
  PaymentRefused,
  type PaymentReport,
  type PaymentRequest,
  ProviderUnreachable,
} from '../../usecases/ports/payment-provider.ts';
import type { Random } from '../../usecases/ports/tools.ts';
import { askStripe, StripeRefusal } from './ask-stripe.ts';
import { expandedSession, paymentReport } from './payment-report.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { listAll } from './stripe-pages.ts';

const minuteMs = 60_000;
/**
 * Stripe accepts sessions that stay open for 30 minutes to 24 hours. The limits here have margins, because the clocks
 * may differ, and because a call may be repeated a minute later with the same times. The service closes the session
 * when the order expires.
 */
const openMsMin = 35 * minuteMs;
const openMsMax = 23 * 60 * minuteMs;
/**
 * If Stripe's response to an opening was lost, the session is searched among those that were created at most this long
 * before or after the payment attempt. An opening is repeated for at most one minute; the rest of the time allows for
 * clocks that differ.
 */
const searchMarginMs = 5 * minuteMs;
const titleLengthMax = 250;

export interface StripeSessions {
  open(request: PaymentRequest): Promise<OpenedPayment>;
  query(payment: PaymentRef): Promise<PaymentReport>;
  close(payment: PaymentRef): Promise<PaymentReport>;
  /** Returns the session with its payment intent and charge. @throws StripeRefusal when Stripe does not know the id. */
  byId(sessionId: string): Promise<Stripe.Checkout.Session>;
  /** Finds the session of a payment, with its payment intent and charge. Undefined: there is none. */
  find(payment: PaymentRef): Promise<Stripe.Checkout.Session | undefined>;
}

export function createStripeSessions(stripe: Stripe, random: Random): StripeSessions {
  const { sessions } = stripe.checkout;

  async function open(request: PaymentRequest): Promise<OpenedPayment> {
    const parameters = sessionParameters(request);
    const idempotencyKey = `open-${request.paymentNo}`;
    try {
      const { id, url } = await askStripe('open the payment', () =>
        sessions.create(parameters, { idempotencyKey }),
      );
      if (url === null) throw new Error('Stripe opened a session without an address');
      return { clientData: { url }, providerRef: id };
    } catch (error) {
      if (error instanceof StripeRefusal) throw new PaymentRefused(error.message);
      throw error;
    }
  }

  async function byId(sessionId: string): Promise<Stripe.Checkout.Session> {
    return askStripe('read the payment', () => sessions.retrieve(sessionId, { expand: expandedSession }));
  }

  async function find(payment: PaymentRef): Promise<Stripe.Checkout.Session | undefined> {
    const session = await candidate(payment);
    if (session === undefined || session.metadata?.payment_no === payment.paymentNo) return session;
    throw new Error(`${session.id} is not the session of payment ${payment.paymentNo}`);
  }

  async function candidate({
    paymentNo,
    providerRef,
    createdAt,
  }: PaymentRef): Promise<Stripe.Checkout.Session | undefined> {
    if (providerRef === null) return lost(paymentNo, createdAt);
    if (!providerRef.startsWith('pi_')) return known(providerRef);
    const [found] = await listAll('find the payment', (page) =>
      sessions.list({ ...page, payment_intent: providerRef }),
    );
    // Stripe returned the id of the payment intent, so the session exists. The list only does not show it yet.
    if (found === undefined)
      throw new ProviderUnreachable('Stripe does not list the session of the payment.');
    return byId(found.id);
  }

  /**
   * Stripe returned this id, so it must know the session. If Stripe does not know the session, the configured key
   * belongs to another account or mode. The customer may still pay, so the payment must not be reported as `unknown`.
   */
  async function known(sessionId: string): Promise<Stripe.Checkout.Session> {
    try {
      return await byId(sessionId);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      throw new Error(
        `${error.message}. STRIPE_SECRET_KEY may be the key of another account or of the other mode.`,
      );
    }
  }

  /** Finds the session of an opening whose response was lost. Stripe cannot select sessions by their metadata. */
  async function lost(paymentNo: string, createdAt: number): Promise<Stripe.Checkout.Session | undefined> {
    const created = {
      gte: Math.floor((createdAt - searchMarginMs) / 1000),
      lte: Math.ceil((createdAt + searchMarginMs) / 1000),
    };
    const all = await listAll('find the payment', (page) => sessions.list({ ...page, created }));
    const found = all.find(({ metadata }) => metadata?.payment_no === paymentNo);
    return found === undefined ? undefined : byId(found.id);
  }

  /**
   * Each call has a new idempotency key, because with the same key Stripe would repeat an earlier refusal. To close a
   * session twice has no further effect.
   */
  async function expire(sessionId: string): Promise<Stripe.Checkout.Session> {
    const idempotencyKey = `close-${sessionId}-${Buffer.from(random.bytes(8)).toString('hex')}`;
    try {
      return await askStripe('close the payment', () =>
        sessions.expire(sessionId, { expand: expandedSession }, { idempotencyKey }),
      );
    } catch (error) {
      // Stripe refuses because the customer has paid or the session has expired since `find` read it.
      if (error instanceof StripeRefusal) return byId(sessionId);
      throw error;
    }
  }

  return {
    open,
    byId,
    find,
    async query(payment) {
      const session = await find(payment);
      return session === undefined ? { state: 'unknown' } : paymentReport(session);
    },
    async close(payment) {
      const session = await find(payment);
      if (session === undefined) return { state: 'unknown' };
      return paymentReport(session.status === 'open' ? await expire(session.id) : session);
    },
  };
}

/**
 * The parameters depend only on the request, because Stripe refuses a repeated idempotency key with other parameters.
 */
function sessionParameters(request: PaymentRequest): Stripe.Checkout.SessionCreateParams {
  const { paymentNo, orderNo, amountMinor, currency, quantity, returnUrl } = request;
  const unit_amount = toStripeAmount(amountMinor, currency);
  if (unit_amount === undefined) {
    throw new PaymentRefused(
      `Stripe cannot take ${amountMinor / 100} ${currency}: the currency has no such amount.`,
    );
  }
  const metadata = { payment_no: paymentNo, order_no: orderNo };
  const title = quantity === 1 ? request.title : `${request.title} × ${quantity}`;
  const name = [...title].slice(0, titleLengthMax).join('');
  return {
    mode: 'payment',
    // The whole order is one item, because the price of one piece is not always a whole number of minor units.
    line_items: [
      { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount, product_data: { name } } },
    ],
    client_reference_id: paymentNo,
    metadata,
    // Stripe does not copy the metadata of a session to its payment, where disputes and bills need it.
    payment_intent_data: { metadata },
    // The customer pays in the currency of the order, so that the amount received is the price.
    adaptive_pricing: { enabled: false },
    expires_at: expiresAtS(request),
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

function expiresAtS({ createdAt, expiresAt }: PaymentRequest): number {
  const openMs = Math.min(openMsMax, Math.max(openMsMin, expiresAt - createdAt));
  return Math.floor((createdAt + openMs) / 1000);
}
