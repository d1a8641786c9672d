/**
 * A payment provider. An adapter translates the provider's protocol to the types below and never changes an order. All
 * adapters pass the same contract suite.
 */

import type { Instant } from '../../domain/zoned-time.ts';

export interface PaymentRequest {
  /** The service's number of the payment attempt. The provider treats a repeated request as the same payment. */
  readonly paymentNo: string;
  readonly orderNo: string;
  readonly title: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly channel: string;
  /** The provider must accept no money after this time. */
  readonly expiresAt: Instant;
  /** The absolute URL, without a query, to which the provider posts its payment notifications. */
  readonly notifyUrl: string;
  /** The URL to which the provider sends the customer after the payment. */
  readonly returnUrl: string;
}

export interface OpenedPayment {
  /** The data that the client needs to pay. `pay_order` returns it unchanged. */
  readonly clientData: Readonly<Record<string, string>>;
  readonly providerRef: string | null;
}

/** What a provider reports about a payment. */
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
  /**
   * The refund has succeeded. This is not final: the customer's bank can return the money days later, and
   * the provider then reports `failed`.
   */
  | { readonly state: 'done'; readonly providerRefundId: string }
  | { readonly state: 'failed'; readonly reason: string; readonly providerRefundId: string | null };

/** A payment notification exactly as it arrived. */
export interface RawNotification {
  /** The headers of the request. Their names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export type ReceivedNotification =
  /** The signature is valid. `eventId` is unique for each event of this provider. */
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
  /** The signature is valid, but the service does not act on events of this type. */
  | { readonly kind: 'ignored'; readonly eventId: string }
  /** The signature is not valid. Nothing in the notification may be used. */
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
  /** The total amount of the payment. */
  readonly totalMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly notifyUrl: string;
}

/**
 * The provider cannot be reached or responds with a status of 5xx. The outcome is unknown, and the same call
 * may be repeated.
 */
export class ProviderUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnreachable';
  }
}

export interface PaymentProvider {
  /** Name in `PAYMENT_PROVIDERS`, in `pay_order`'s `provider` and in `pay_notify/<name>`. */
  readonly name: string;
  /** The provider's channels. The first is the default. */
  readonly channels: readonly string[];
  /**
   * Resolves or rejects in much less time than `openingMsMax` (`domain/payment-state.ts`). After that time,
   * an attempt that the provider does not know counts as never opened.
   */
  open(request: PaymentRequest): Promise<OpenedPayment>;
  /** Verifies the signature over the raw bytes before it parses anything. Never throws for bad input. */
  verifyNotification(notification: RawNotification): Promise<ReceivedNotification>;
  /** Builds the response that the provider expects. `accepted: false` makes the provider retry. */
  answerNotification(accepted: boolean): NotificationAnswer;
  query(paymentNo: string): Promise<PaymentReport>;
  /** Closes the payment. @returns the new state, which is `paid` when the customer paid first. */
  close(paymentNo: string): Promise<PaymentReport>;
  /** Requests a refund; idempotent by `refundNo`. A provider can accept a refund days before it returns the money. */
  refund(request: RefundRequest): Promise<RefundReport>;
  queryRefund(refundNo: string): Promise<RefundReport>;
}
