/**
 * A payment provider. It turns its own protocol into values of ours and never moves an order: that is the
 * use cases' part. Every provider passes the same contract suite.
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
  /** Where the provider posts its notifies: absolute, without a query. */
  readonly notifyUrl: string;
  /** Where the provider sends the customer back to. */
  readonly returnUrl: string;
}

export interface OpenedPayment {
  /** What the client needs to pay; answered by `pay_order` as it is. */
  readonly clientData: Readonly<Record<string, string>>;
  readonly providerRef: string | null;
}

/** How a payment stands at the provider. */
export type PaymentStanding =
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
  /** The provider never heard of it. */
  | { readonly state: 'unknown' };

export type RefundStanding =
  | { readonly state: 'pending'; readonly providerRefundId: string | null }
  /** May still be taken back: a bank can return the money days later. Then the state is `failed`. */
  | { readonly state: 'done'; readonly providerRefundId: string }
  | { readonly state: 'failed'; readonly reason: string; readonly providerRefundId: string | null };

/** A webhook call exactly as it arrived. */
export interface RawNotify {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export type NotifyVerdict =
  /** The signature holds. `eventId` is unique per event at this provider. */
  | {
      readonly kind: 'payment';
      readonly eventId: string;
      readonly paymentNo: string;
      readonly standing: PaymentStanding;
    }
  | {
      readonly kind: 'refund';
      readonly eventId: string;
      readonly refundNo: string;
      readonly standing: RefundStanding;
    }
  /** Genuine, and of no interest to us. */
  | { readonly kind: 'ignored'; readonly eventId: string }
  /** Not proven to be the provider's. Nothing in it may be used. */
  | { readonly kind: 'forged'; readonly why: string };

export interface NotifyAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface RefundRequest {
  readonly refundNo: string;
  readonly paymentNo: string;
  readonly providerRef: string | null;
  readonly amountMinor: number;
  /** What was received in all. */
  readonly totalMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly notifyUrl: string;
}

/** Network trouble or a 5xx: the outcome is unknown, the same call may be made again. */
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
  /** Judges raw bytes; parses nothing before the signature holds. Never throws for bad input. */
  judgeNotify(notify: RawNotify): Promise<NotifyVerdict>;
  /** What the provider expects to hear. `accepted: false` makes it try again. */
  answerNotify(accepted: boolean): NotifyAnswer;
  query(paymentNo: string): Promise<PaymentStanding>;
  /** Stops the payment. @returns how it stands now: `paid` when the money was faster. */
  close(paymentNo: string): Promise<PaymentStanding>;
  /** Idempotent by `refundNo`. Accepted is not refunded. */
  refund(request: RefundRequest): Promise<RefundStanding>;
  queryRefund(refundNo: string): Promise<RefundStanding>;
}
