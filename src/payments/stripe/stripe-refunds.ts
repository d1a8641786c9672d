/**
 * Requests and queries refunds. Each try is one refund object at Stripe; the metadata `refund_no` joins the tries of
 * one refund. At most one try of a refund is open.
 */

import type Stripe from 'stripe';
import type { RefundFailureCode } from '../../domain/refund-failures.ts';
import type {
  PaymentRef,
  RefundRef,
  RefundReport,
  RefundRequest,
  UnknownRefund,
} from '../../usecases/ports/payment-provider.ts';
import { refundReason } from '../refund-reason.ts';
import { askStripe, StripeRefusal } from './ask-stripe.ts';
import { intentOf } from './payment-report.ts';
import { failedRefund, isDead, refundReport, refusalCode } from './refund-report.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { listAll } from './stripe-pages.ts';
import type { StripeSessions } from './stripe-sessions.ts';

/**
 * The maximum number of tries of one refund in 24 hours: each try has its own idempotency key, and Stripe keeps the keys
 * for 24 hours.
 */
const triesMax = 30;

export interface StripeRefunds {
  refund(request: RefundRequest): Promise<RefundReport>;
  query(refund: RefundRef): Promise<RefundReport | UnknownRefund>;
  /** Reports the current try of a refund. Undefined: the payment has no refund with this number. */
  current(intentId: string, refundNo: string): Promise<RefundReport | undefined>;
}

export function createStripeRefunds(stripe: Stripe, sessions: StripeSessions): StripeRefunds {
  async function findIntent(payment: PaymentRef): Promise<Stripe.PaymentIntent | null> {
    const { paymentNo, providerRef } = payment;
    if (providerRef === null || !providerRef.startsWith('pi_')) {
      const session = await sessions.find(payment);
      return session === undefined ? null : intentOf(session);
    }
    const intent = await askStripe('read the payment', () => stripe.paymentIntents.retrieve(providerRef));
    if (intent.metadata.payment_no === paymentNo) return intent;
    throw new Error(`${intent.id} is not the payment ${paymentNo}`);
  }

  /** All tries of a refund, the newest first. */
  async function triesOf(intentId: string, refundNo: string): Promise<Stripe.Refund[]> {
    const refunds = await listAll('read the refunds', (page) =>
      stripe.refunds.list({ ...page, payment_intent: intentId }),
    );
    return refunds.filter(({ metadata }) => metadata?.refund_no === refundNo);
  }

  async function current(intentId: string, refundNo: string): Promise<RefundReport | undefined> {
    const tries = await triesOf(intentId, refundNo);
    const refund = tries.find((one) => !isDead(one)) ?? tries[0];
    return refund === undefined ? undefined : refundReport(refund);
  }

  /**
   * Starts a try. The idempotency keys of a refund are numbered. For 24 hours, Stripe repeats the first answer to each
   * key: if that answer was a refusal, or a try that has failed in the meantime, the next key is used. Calls that run
   * at the same time use the keys in the same order, so only one of them creates a refund.
   */
  async function create(
    refundNo: string,
    parameters: Stripe.RefundCreateParams,
    deadIds: ReadonlySet<string>,
  ): Promise<RefundReport> {
    for (let number = 0; number < triesMax; number++) {
      const idempotencyKey = `refund-${refundNo}-${number}`;
      try {
        const { id } = await askStripe('refund', () => stripe.refunds.create(parameters, { idempotencyKey }));
        if (deadIds.has(id)) continue;
        // Stripe may have repeated an earlier answer, which contains the refund in its state at that time, so read the
        // refund again.
        return refundReport(await askStripe('read the refund', () => stripe.refunds.retrieve(id)));
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        if (!error.isReplay) return failedRefund(refusalCode(error), error.message, null);
      }
    }
    throw new Error(`refund ${refundNo} has failed ${triesMax} times within a day`);
  }

  return {
    current,
    async refund({ refundNo, payment, amountMinor, currency }) {
      try {
        const intent = await findIntent(payment);
        if (intent?.status !== 'succeeded') return unpaid();
        if (intent.currency.toUpperCase() !== currency) {
          return failedRefund('provider_refused', 'The payment was in another currency.', null);
        }
        const amount = toStripeAmount(amountMinor, currency);
        if (amount === undefined) {
          return failedRefund('provider_refused', `${currency} has no such amount.`, null);
        }
        const tries = await triesOf(intent.id, refundNo);
        if (tries.some((one) => one.amount !== amount)) {
          throw new Error(`refund ${refundNo} was requested before with another amount`);
        }
        const live = tries.find((one) => !isDead(one));
        if (live !== undefined) return refundReport(live);
        const metadata = {
          refund_no: refundNo,
          payment_no: payment.paymentNo,
          reason: refundReason,
        };
        const deadIds = new Set(tries.map(({ id }) => id));
        return await create(refundNo, { payment_intent: intent.id, amount, metadata }, deadIds);
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        return failedRefund(refusalCode(error), error.message, null);
      }
    },
    async query({ refundNo, payment }) {
      const intent = await findIntent(payment);
      const report = intent === null ? undefined : await current(intent.id, refundNo);
      return report ?? { state: 'unknown' };
    },
  };
}

function unpaid(): RefundReport {
  const code: RefundFailureCode = 'unknown_payment';
  return failedRefund(code, 'Stripe has no such payment, or it was never paid.', null);
}
