/** What a provider receives of a stored payment attempt or refund: no field that the provider does not need. */

import type { Order } from '../../domain/order.ts';
import {
  amountAtProvider,
  numberAtProvider,
  type PaymentAttempt,
  type Refund,
} from '../../domain/payment-state.ts';
import type { OpenPaymentRef, PaymentRef, RefundRef } from './payment-provider.ts';

export function paymentRef(attempt: PaymentAttempt): PaymentRef {
  const { providerRef, channel, currency, payerId, createdAt } = attempt;
  return {
    paymentNo: numberAtProvider(attempt),
    providerRef,
    channel,
    amountMinor: amountAtProvider(attempt),
    currency,
    payerId,
    createdAt,
  };
}

export function openPaymentRef(attempt: PaymentAttempt, { expiresAt }: Order): OpenPaymentRef {
  return { ...paymentRef(attempt), expiresAt };
}

export function refundRef(refund: Refund, attempt: PaymentAttempt): RefundRef {
  const { refundNo, providerRefundId, amountMinor, currency } = refund;
  return { refundNo, providerRefundId, amountMinor, currency, payment: paymentRef(attempt) };
}
