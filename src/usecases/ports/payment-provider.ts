/**
 * A payment provider. An adapter translates the provider's protocol to the types below and never changes an order. All
 * adapters pass the same contract suite.
 */

import type { DayNumber } from '../../domain/civil-day.ts';
import type { RefundFailureCode } from '../../domain/refund-failures.ts';
import type { Instant, TimeZone } from '../../domain/zoned-time.ts';
import type { DisputeNotice, DisputeReport } from './dispute-report.ts';
import type { DeliveredOrder, DeliveryReport } from './order-reports.ts';
import type { Bill } from './provider-bill.ts';
import type { ProviderRules } from './provider-rules.ts';

/** The customer's account at the provider. Some channels need it. */
export interface Payer {
  /** The provider's id of the customer, for example the openid of a WeChat user. */
  readonly id: string;
  /** The secret of the customer's session at the provider; null: the provider has none. Never sent to the client. */
  readonly sessionKey: string | null;
}

export interface PaymentRequest {
  /** The service's number of the payment. The provider treats a repeated request as the same payment. */
  readonly paymentNo: string;
  /** The order that is paid; in a joint payment, the first of its orders. */
  readonly orderNo: string;
  readonly title: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly channel: string;
  /** The id of the (first) good that is sold. A provider that has a catalogue of its own finds its item by this id. */
  readonly goodId: number;
  /** The number of pieces, for example of membership months. `amountMinor` is the total price. */
  readonly quantity: number;
  /** The customer's account. Not null if the channel needs one (`needsPayer`). */
  readonly payer: Payer | null;
  /** The address of the customer's device, which some channels report to the provider. */
  readonly clientAddress: string;
  readonly createdAt: Instant;
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

/**
 * What identifies a payment attempt at the provider. The attempt was opened there, or may have been opened if the
 * response was lost.
 */
export interface PaymentRef {
  readonly paymentNo: string;
  /** The provider's number of the payment; null until the provider has reported it. */
  readonly providerRef: string | null;
  readonly channel: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The `id` of the payer for whom the payment was opened; null: the payment has no payer. */
  readonly payerId: string | null;
  readonly createdAt: Instant;
}

/** A payment that may still be open. */
export interface OpenPaymentRef extends PaymentRef {
  /**
   * The `expiresAt` of the request that opened the payment. Some providers do not know a payment until the customer
   * opens the provider's page. A payment that the provider does not know can still be paid until this time.
   */
  readonly expiresAt: Instant;
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
      /** Null: the provider does not say when. */
      readonly paidAt: Instant | null;
    }
  /** The provider does not know the payment. */
  | { readonly state: 'unknown' };

export type RefundReport =
  | { readonly state: 'pending'; readonly providerRefundId: string | null }
  /**
   * The refund has succeeded. The customer's bank can still send the money back days later; the provider then reports
   * `failed`.
   */
  | { readonly state: 'done'; readonly providerRefundId: string }
  | {
      readonly state: 'failed';
      readonly code: RefundFailureCode;
      /** The provider's own words, for the operator. */
      readonly reason: string;
      readonly providerRefundId: string | null;
    };

/** A query finds no refund with this number. */
export type UnknownRefund = { readonly state: 'unknown' };

/** A payment notification exactly as it arrived. */
export interface RawNotification {
  readonly method: 'GET' | 'POST';
  /** The headers of the request. Their names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The decoded query parameters of the URL. Some providers put the signature there. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Why a notification is refused. Metrics and the console show a count for each code. */
export const forgeryCodes = ['signature', 'timestamp', 'probe', 'malformed', 'recipient'] as const;

/**
 * `probe`: the provider itself sent a wrong signature to test the service. `recipient`: the signature is valid, but the
 * notification is for another merchant, application or seller.
 */
export type ForgeryCode = (typeof forgeryCodes)[number];

export type ReceivedNotification =
  /** The signature is valid. `eventId` is unique for each event of this provider. */
  | {
      readonly kind: 'payment';
      readonly eventId: string;
      readonly paymentNo: string;
      readonly report: PaymentReport;
      /** The account of the customer who paid, if refunds need it (`queriesNeedPayer`). */
      readonly payerId?: string;
    }
  | {
      readonly kind: 'refund';
      readonly eventId: string;
      readonly refundNo: string;
      readonly report: RefundReport;
    }
  | {
      readonly kind: 'dispute';
      readonly eventId: string;
      readonly paymentNo: string;
      readonly dispute: DisputeReport;
    }
  /** The signature is valid, but the service does not act on events of this type. */
  | { readonly kind: 'ignored'; readonly eventId: string }
  /**
   * The provider checks that the service owns the notification address. The service must send `answer`, which proves
   * this.
   */
  | { readonly kind: 'address_check'; readonly answer: NotificationAnswer }
  /** The signature is not valid. Nothing in the notification may be used. */
  | { readonly kind: 'forged'; readonly code: ForgeryCode; readonly why: string };

export interface NotificationAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * What identifies a refund at the provider. The refund was requested there, or may have been requested if the
 * response was lost.
 */
export interface RefundRef {
  readonly refundNo: string;
  /** The provider's number of the refund; null until the provider has reported it. */
  readonly providerRefundId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly payment: PaymentRef;
}

export interface RefundRequest extends RefundRef {
  /** The total amount of the payment, which may pay other orders too. */
  readonly totalMinor: number;
  /** The sum of the order's earlier refunds of this payment. Each repeated request has the same sum. */
  readonly earlierMinor: number;
  readonly notifyUrl: string;
}

/** The provider cannot be reached or responds with 5xx. The outcome is unknown, and the same call may be repeated. */
export class ProviderUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnreachable';
  }
}

/**
 * The provider refused to open the payment, and would refuse a repeated request too. The customer cannot pay this
 * payment.
 */
export class PaymentRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentRefused';
  }
}

export interface PaymentProvider extends ProviderRules {
  /** Name in `PAYMENT_PROVIDERS`, in `pay_order`'s `provider` and in `pay_notify/<name>`. */
  readonly name: string;
  /** The provider's channels. The first is the default. */
  readonly channels: readonly string[];
  /** Whether a payment of this channel needs a user who has signed in with the provider's account. */
  needsPayer(channel: string): boolean;
  /**
   * Opens a payment. Resolves or rejects in much less time than `openingMsMax` (`domain/payment-state.ts`). If the
   * provider does not know an attempt after `openingMsMax`, the service treats the attempt as never opened.
   * @throws ProviderUnreachable, PaymentRefused
   */
  open(request: PaymentRequest): Promise<OpenedPayment>;
  /**
   * How long the customer can pay with the data that `open` returned. After that, `open` with the same request returns
   * new data for the same payment. Undefined: until the payment expires.
   */
  clientDataMs?(channel: string): number;
  /**
   * The time after which a payment with these times leaves the customer too little time to pay, so that the customer
   * needs a new payment. Undefined: the time at which the payment expires.
   */
  payableUntil?(payment: Pick<PaymentRequest, 'createdAt' | 'expiresAt'>): Instant;
  /**
   * Verifies the signature over the raw bytes, and parses the notification only afterwards. Does not throw for a
   * malformed or forged notification.
   * @throws ProviderUnreachable when only a query can confirm the notification, and the query does not confirm it yet.
   * The provider must then repeat the notification.
   */
  verifyNotification(notification: RawNotification): Promise<ReceivedNotification>;
  /** Builds the response that the provider expects. `accepted: false` makes the provider retry. */
  answerNotification(accepted: boolean, notification: RawNotification): NotificationAnswer;
  query(payment: OpenPaymentRef): Promise<PaymentReport>;
  /**
   * Closes the payment. @returns the new state: `paid` when the customer paid first, `open` when the provider cannot
   * close the payment yet. If the provider cannot close payments at all (`cannotClose`), `closed` only means that the
   * customer has not paid.
   */
  close(payment: OpenPaymentRef): Promise<PaymentReport>;
  /** Requests a refund; idempotent by `refundNo`. A provider can accept a refund days before it returns the money. */
  refund(request: RefundRequest): Promise<RefundReport>;
  /**
   * `unknown` is no failure: the provider may show the refund later, or carry it out when it is requested again. Only
   * the answer to a request says that a refund has failed before the provider began it.
   */
  queryRefund(refund: RefundRef): Promise<RefundReport | UnknownRefund>;
  /**
   * Reports that the goods are delivered; idempotent. Undefined: the provider accepts no such reports.
   * @throws ProviderUnreachable
   */
  reportDelivery?(order: DeliveredOrder): Promise<DeliveryReport>;
  /** Returns the recent disputes. Undefined: only notifications report disputes. @throws ProviderUnreachable */
  listDisputes?(): Promise<readonly DisputeNotice[]>;
  /**
   * Returns the present state of a dispute that an earlier report contained. The report can have another number, if the
   * dispute has been continued under it.
   * @returns undefined if the provider names no payment of the service with the dispute.
   * @throws ProviderUnreachable; Error when the provider refuses the query.
   */
  queryDispute?(disputeNo: string): Promise<DisputeReport | undefined>;
  /** The time zone in which the days of the provider's bills begin and end. */
  readonly billZone: TimeZone;
  /** Returns the provider's own list of one day's payments and refunds. The day is in `billZone`. */
  fetchBill(day: DayNumber): Promise<Bill>;
  /** Checks the credentials with one signed call that changes nothing. @throws Error with a reason for operators. */
  checkAccess(): Promise<void>;
}
