/** Translates a refund of Stripe, or Stripe's refusal of one, to a report with the service's failure codes. */

import type Stripe from 'stripe';
import type { RefundFailureCode } from '../../domain/refund-failures.ts';
import type { RefundReport } from '../../usecases/ports/payment-provider.ts';
import type { StripeRefusal } from './ask-stripe.ts';

/** Source: https://docs.stripe.com/refunds#failed-refunds */
const codeOfFailureReason: Readonly<Record<string, RefundFailureCode>> = {
  lost_or_stolen_card: 'payer_account_abnormal',
  expired_or_canceled_card: 'payer_account_abnormal',
  declined: 'payer_account_abnormal',
  insufficient_funds: 'insufficient_balance',
  charge_for_pending_refund_disputed: 'payment_closed',
};

/** Source: https://docs.stripe.com/error-codes */
const codeOfRefusal: Readonly<Record<string, RefundFailureCode>> = {
  charge_already_refunded: 'exceeds_payment',
  charge_disputed: 'payment_closed',
  refund_disputed_payment: 'payment_closed',
  charge_not_refundable: 'payment_closed',
  balance_insufficient: 'insufficient_balance',
  insufficient_funds: 'insufficient_balance',
  resource_missing: 'unknown_payment',
};

/** Whether the refund has failed: it has ended, and the customer received no money. */
export function isDead({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

export function refundReport(refund: Stripe.Refund): RefundReport {
  const { id, status, failure_reason } = refund;
  switch (status) {
    case 'succeeded':
      return { state: 'done', providerRefundId: id };
    case 'failed': {
      const why = failure_reason ?? 'unknown';
      return failedRefund(codeOfFailureReason[why] ?? 'provider_refused', `Stripe reports: ${why}`, id);
    }
    case 'canceled':
      return failedRefund('provider_refused', 'The refund was cancelled at Stripe.', id);
    // All other states are pending. With `requires_action`, the customer must enter a bank account through a link in
    // an e-mail.
    default:
      return { state: 'pending', providerRefundId: id };
  }
}

export function failedRefund(
  code: RefundFailureCode,
  reason: string,
  providerRefundId: string | null,
): RefundReport {
  return { state: 'failed', code, reason, providerRefundId };
}

/** If a refund exceeds the rest of the payment, Stripe's refusal has no code, but names the parameter `amount`. */
export function refusalCode({ code, param }: StripeRefusal): RefundFailureCode {
  if (code === null) return param === 'amount' ? 'exceeds_payment' : 'provider_refused';
  return codeOfRefusal[code] ?? 'provider_refused';
}
