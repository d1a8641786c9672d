/** A provider's bill: its own list of the payments and refunds of one day, with its fees. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { PaymentRef, RefundRef } from './payment-provider.ts';

export interface BillRow {
  readonly kind: 'payment' | 'refund';
  /** The service's number of the payment; null: another system made the payment. */
  readonly paymentNo: string | null;
  /** The service's number of the refund; null for payments, and for refunds that another system requested. */
  readonly refundNo: string | null;
  /** The provider's number of the payment or of the refund. */
  readonly providerRef: string;
  /** What the customer paid, or what the customer gets back. Never negative. */
  readonly amountMinor: number;
  readonly currency: string;
  /**
   * The fee that the provider keeps, in minor units; negative: the fee that the provider returns; null: the bill
   * contains no fees.
   */
  readonly feeMinor: number | null;
  /** `pending`: a refund that the provider had accepted but not finished when it made the bill. */
  readonly state: 'done' | 'pending' | 'failed';
  readonly at: Instant;
}

export type Bill =
  /** The provider has not made the bill yet. Ask again later. */
  | { readonly state: 'not_ready' }
  /**
   * The provider has no bill of the day. Either the day has no payments and refunds, or the provider makes the bill
   * late: its answer is the same in both cases.
   */
  | { readonly state: 'absent' }
  /** All rows of the day. The bill of a day without payments and refunds has no rows. */
  | { readonly state: 'ready'; readonly rows: readonly BillRow[] }
  /** The provider offers no bill that the service can read, but answers queries about single payments and refunds. */
  | { readonly state: 'book'; readonly book: ProviderBook };

/** Reads single entries of a provider's books. @throws ProviderUnreachable */
export interface ProviderBook {
  /** @returns null when the provider has received no money for the payment. */
  payment(payment: PaymentRef): Promise<BillRow | null>;
  /** @returns null when the provider does not know the refund. */
  refund(refund: RefundRef): Promise<BillRow | null>;
}
