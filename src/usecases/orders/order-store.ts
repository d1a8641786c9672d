/** What the use cases need of the database for orders and their history. */

import type { DealStatus, NewOrder, Order, Status } from '../../domain/order.ts';
import type { HistoryEntry } from '../../domain/order-events.ts';
import type { Refund, RefundState } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface OrderWithRefund {
  readonly order: Order;
  /** The order's own refund (`purpose: 'order'`); never that of surplus money. */
  readonly refund: Refund | null;
}

/** Where a page of expired orders ended. */
export type ExpiryMark = Pick<Order, 'expiresAt' | 'id'>;

/** Where a page ended. Orders are sorted by time, then id, the newest first. */
export interface OrderCursor {
  readonly createdAt: Instant;
  readonly id: number;
}

/** Null: any. All that are given must match. */
export interface OrderFilter {
  readonly orderNoPrefix: string | null;
  readonly userId: number | null;
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
  readonly goodsId: number | null;
  /** Included. */
  readonly from: Instant | null;
  /** Not included. */
  readonly to: Instant | null;
}

export interface OrderCount {
  readonly status: Status;
  readonly dealStatus: DealStatus;
  readonly orders: number;
}

export interface FoundOrder {
  readonly order: Order;
  readonly goodTitle: string;
  readonly refundState: RefundState | null;
}

export interface OrderReads {
  byNo(orderNo: string): Promise<OrderWithRefund | undefined>;
  noById(id: number): Promise<string | undefined>;
  /** A user's orders, newest first: at most `limit`, with `id` below `beforeId`. */
  ofUser(userId: number, beforeId: number | null, limit: number): Promise<OrderWithRefund[]>;
  history(orderId: number): Promise<HistoryEntry[]>;
  /** Unpaid orders whose time is over, by the end of their time, then `id`; behind `behind`, if given. */
  expired(now: Instant, behind: ExpiryMark | null, limit: number): Promise<Order[]>;
  withExpiredResults(now: Instant, limit: number): Promise<Order[]>;
  /** Newest first: at most `limit`, behind `before`. */
  search(filter: OrderFilter, before: OrderCursor | null, limit: number): Promise<FoundOrder[]>;
  /** Of those placed from `from` to `to` (not included); states without an order are left out. */
  counts(from: Instant, to: Instant): Promise<OrderCount[]>;
}

export interface OrderWrites extends OrderReads {
  /**
   * Reads an order and keeps others from changing it until the transaction ends.
   * Take an order's lock before any of its attempts, refunds or jobs.
   */
  lock(orderNo: string): Promise<Order | undefined>;
  lockById(id: number): Promise<Order | undefined>;
  /** Writes the order in its initial state together with the first line of its history. */
  insert(order: NewOrder, entry: HistoryEntry, fingerprint: string | null): Promise<Order>;
  /**
   * Writes the state that `entry` led to and appends `entry` to the history.
   * @throws Error when the stored version is not `order.version - 1`.
   */
  save(order: Order, entry: HistoryEntry): Promise<void>;
  /**
   * The newest unpaid order with this fingerprint since `since` (double-tap guard). On PostgreSQL takes a
   * lock on the fingerprint until the end of the transaction, so that two taps in two processes queue.
   */
  unpaidDuplicate(fingerprint: string, since: Instant): Promise<string | undefined>;
}
