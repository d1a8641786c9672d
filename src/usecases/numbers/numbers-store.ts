/**
 * The part of the store's port for the figures of a period. The reads do not delay other requests, even if a read
 * takes seconds.
 */

import type { Instant } from '../../domain/zoned-time.ts';

/** The sum of the payments, or of the refunds, of one product, provider, channel and currency. */
export interface Sale {
  readonly goodsId: number;
  readonly provider: string;
  readonly channel: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly count: number;
}

/** How many orders of one product were placed, and what became of them. */
export interface PlacedOrders {
  readonly goodsId: number;
  readonly placed: number;
  readonly paid: number;
  /** Orders whose work failed permanently. */
  readonly failed: number;
  /** Orders that were refunded, or whose refund is not finished. */
  readonly refunded: number;
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

/** Every period is from `from` to `to` (not included). */
export interface NumbersReads {
  /** Sums of the payments that arrived in the period and paid an order. */
  sales(from: Instant, to: Instant): Promise<Sale[]>;
  /**
   * Sums of the order refunds that the providers finished in the period, by the provider and channel of the payment.
   * Settled refunds and refunds of surplus payments are not included.
   */
  returns(from: Instant, to: Instant): Promise<Sale[]>;
  /** Sums of the order refunds that were settled in another way in the period, like `returns`. */
  settlements(from: Instant, to: Instant): Promise<Sale[]>;
  /** Counts of the orders that were placed in the period, by their present state. */
  placed(from: Instant, to: Instant): Promise<PlacedOrders[]>;
  /**
   * The median time from the payment to the finished picture, for the orders that were placed in the period; null:
   * none of them has a finished picture.
   */
  medianPictureMs(from: Instant, to: Instant): Promise<number | null>;
  /** Why the work failed, for the orders that were placed in the period: the reasons, most frequent first. */
  failReasons(from: Instant, to: Instant, limit: number): Promise<ReasonCount[]>;
  /** The reasons of the order refunds that finished or were settled in the period, most frequent first. */
  refundReasons(from: Instant, to: Instant, limit: number): Promise<ReasonCount[]>;
}
