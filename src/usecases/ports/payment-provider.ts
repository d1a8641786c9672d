/**
 * A payment provider. It translates the provider's protocol into values of ours and never moves an order: use cases do.
 * Every provider passes the same contract suite.
 */

import type { Instant } from '../../domain/zoned-time.ts';

export interface PaymentRequest {
  /** Our number of this attempt; the provider treats a repeat as the same payment. */
  readonly paymentNo: string;
  readonly orderNo: string;
  readonly title: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly channel: string;
  /** After this the provider must take no money. */
  readonly expiresAt: Instant;
  /** Where the provider posts its payment notifications: absolute, without a query. */
  readonly notifyUrl: string;
  /** Where the provider sends the customer back to. */
  readonly returnUrl: string;
}

export interface OpenedPayment {
  /** What the client needs to pay; answered by `pay_order` as it is. */
  readonly clientData: Readonly<Record<string, string>>;
  readonly providerRef: string | null;
}

/** What a provider reports of a payment. */
export type PaymentReport =
  | { readonly state: 'open' }
  | { readonly state: 'declined'; readonly reason: string }
  | { readonly state: 'closed' }
  | {
      readonly state: 'paid';
      readonly receivedMinor: number;
      readonly currency: string;
      readonly providerRef: string;
      readonly paidAt: Instant;
    }
  /** The provider does not know the payment. */
  | { readonly state: 'unknown' };

export type RefundReport =
  | { readonly state: 'pending'; readonly providerRefundId: string | null }
  /** Not final: a bank can return the money days later. The provider then reports `failed`. */
  | { readonly state: 'done'; readonly providerRefundId: string }
  | { readonly state: 'failed'; readonly reason: string; readonly providerRefundId: string | null };

/** A payment notification exactly as it arrived. */
export interface RawNotification {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export type ReceivedNotification =
  /** The signature holds. `eventId` is unique per event at this provider. */
  | {
      readonly kind: 'payment';
      readonly eventId: string;
      readonly paymentNo: string;
      readonly report: PaymentReport;
    }
  | {
      readonly kind: 'refund';
      readonly eventId: string;
      readonly refundNo: string;
      readonly report: RefundReport;
    }
  /** Genuine, and about nothing that the service acts on. */
  | { readonly kind: 'ignored'; readonly eventId: string }
  /** The signature does not hold. Nothing in the notification may be used. */
  | { readonly kind: 'forged'; readonly why: string };

export interface NotificationAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface RefundRequest {
  readonly refundNo: string;
  readonly paymentNo: string;
  readonly providerRef: string | null;
  readonly amountMinor: number;
  /** The whole amount received for the payment. */
  readonly totalMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly notifyUrl: string;
}

/** Network trouble or a 5xx: the outcome is unknown, and the same call may be repeated. */
export class ProviderUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnreachable';
  }
}

export interface PaymentProvider {
  /** Name in `PAYMENT_PROVIDERS`, in `pay_order`'s `provider` and in `pay_notify/<name>`. */
  readonly name: string;
  /** The first is the default. */
  readonly channels: readonly string[];
  /**
   * Answers or rejects well within `openingMsMax` of the domain: after that an attempt of which the provider
   * knows nothing counts as never opened.
   */
  open(request: PaymentRequest): Promise<OpenedPayment>;
  /** Verifies the signature over the raw bytes before it parses anything. Never throws for bad input. */
  verifyNotification(notify: RawNotification): Promise<ReceivedNotification>;
  /** The answer that the provider expects. `accepted: false` makes it retry. */
  answerNotification(accepted: boolean): NotificationAnswer;
  query(paymentNo: string): Promise<PaymentReport>;
  /** Closes the payment. @returns its state now: `paid` when the customer paid first. */
  close(paymentNo: string): Promise<PaymentReport>;
  /** Idempotent by `refundNo`. Accepted is not refunded. */
  refund(request: RefundRequest): Promise<RefundReport>;
  queryRefund(refundNo: string): Promise<RefundReport>;
}
