/** The part of the store's port for the figures of a period. No read keeps other requests waiting. */

import type { Instant } from '../../domain/zoned-time.ts';

/** Payments that paid orders, by product and way of paying. */
export interface Sale {
  readonly goodsId: number;
  readonly provider: string;
  readonly channel: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly count: number;
}

/** Orders by product. */
export interface PlacedOrders {
  readonly goodsId: number;
  readonly placed: number;
  readonly paid: number;
  /** The work failed permanently. */
  readonly failed: number;
  /** The order was refunded, or its refund is open. */
  readonly refunded: number;
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

/** Every period is from `from` to `to` (not included). */
export interface NumbersReads {
  /** Payments that arrived in the period and paid an order. */
  sales(from: Instant, to: Instant): Promise<Sale[]>;
  /** Finished refunds of orders, in the period in which they finished, by the way of the payment. */
  returns(from: Instant, to: Instant): Promise<Sale[]>;
  /** Orders that were placed in the period, with their present state. */
  placed(from: Instant, to: Instant): Promise<PlacedOrders[]>;
  /** The median time from payment to picture, of orders placed in the period; null: no picture is finished. */
  medianPictureMs(from: Instant, to: Instant): Promise<number | null>;
  /** Why the work failed, of orders placed in the period, the most frequent first. */
  failReasons(from: Instant, to: Instant, limit: number): Promise<ReasonCount[]>;
  /** The reasons of refunds of orders that finished in the period, the most frequent first. */
  refundReasons(from: Instant, to: Instant, limit: number): Promise<ReasonCount[]>;
}
