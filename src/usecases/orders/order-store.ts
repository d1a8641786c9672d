/** The part of the store's port for orders and their history. */

import type { DealStatus, NewOrder, Order, Status } from '../../domain/order.ts';
import type { HistoryEntry } from '../../domain/order-events.ts';
import type { Refund, RefundState } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface OrderWithRefund {
  readonly order: Order;
  /** The refund of the order itself (`purpose: 'order'`), never of a surplus payment. */
  readonly refund: Refund | null;
}

/** The position of the last order on a page of expired orders. The next page starts after it. */
export type ExpiryMark = Pick<Order, 'expiresAt' | 'id'>;

/** The position of the last order on a page of cancelled orders. The next page starts after it. */
export interface CancelledMark {
  readonly cancelledAt: Instant;
  readonly id: number;
}

/** The position of the last order on a page. Orders are sorted by `createdAt`, then `id`, newest first. */
export interface OrderCursor {
  readonly createdAt: Instant;
  readonly id: number;
}

/** The states of a refund whose money has not arrived at the customer. `open`: any of the others. */
export type OpenRefundState = Exclude<RefundState, 'done'> | 'open';

/** An order must match every field that is not null. */
export interface OrderFilter {
  readonly orderNoPrefix: string | null;
  /** The last four characters of the number. */
  readonly orderNoEnding: string | null;
  readonly userId: number | null;
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
  readonly goodsId: number | null;
  /** The order has a refund in this state: the refund of the order itself or of a surplus payment. */
  readonly refundState: OpenRefundState | null;
  /** Included. */
  readonly from: Instant | null;
  /** Not included. */
  readonly to: Instant | null;
}

export interface OrderCount {
  readonly status: Status;
  readonly dealStatus: DealStatus;
  /** Whether the refund of these orders has failed. Orders whose refund is on its way have an entry of their own. */
  readonly hasFailedRefund: boolean;
  readonly orders: number;
}

export interface FoundOrder {
  readonly order: Order;
  readonly goodTitle: string;
  readonly refundState: RefundState | null;
  /** The amount that the refund of the order returns: the price less the partial refunds. */
  readonly refundableMinor: number;
}

export interface OrderReads {
  byNo(orderNo: string): Promise<OrderWithRefund | undefined>;
  noById(id: number): Promise<string | undefined>;
  idByNo(orderNo: string): Promise<number | undefined>;
  /** Returns a user's orders, newest first: at most `limit`, with `id` below `beforeId`. */
  ofUser(userId: number, beforeId: number | null, limit: number): Promise<OrderWithRefund[]>;
  /** Returns the history of an order, oldest entry first. */
  history(orderId: number): Promise<HistoryEntry[]>;
  /** Returns unpaid orders that have expired, sorted by `expiresAt`, then `id`, starting after `after`. */
  expired(now: Instant, after: ExpiryMark | null, limit: number): Promise<Order[]>;
  /** Returns orders cancelled before `before`, sorted by `cancelledAt`, then `id`, starting after `after`. */
  cancelled(before: Instant, after: CancelledMark | null, limit: number): Promise<Order[]>;
  /** Returns finished orders whose result has passed its retention time. */
  withExpiredResults(now: Instant, limit: number): Promise<Order[]>;
  /** Returns the orders that match the filter, newest first: at most `limit`, starting after `before`. */
  search(filter: OrderFilter, before: OrderCursor | null, limit: number): Promise<FoundOrder[]>;
  /** Like `search`, for large pages: the read does not delay other requests, even if it takes seconds. */
  exportPage(filter: OrderFilter, before: OrderCursor | null, limit: number): Promise<FoundOrder[]>;
  /** Counts the orders that match the filter, up to `max`. */
  countUpTo(filter: OrderFilter, max: number): Promise<number>;
  /** Counts orders placed from `from` to `to` (not included), by state. States without an order are omitted. */
  counts(from: Instant, to: Instant): Promise<OrderCount[]>;
}

export interface OrderWrites extends OrderReads {
  /**
   * Reads an order and prevents other transactions from changing it until this transaction ends. Lock an order before
   * its payment attempts, refunds and jobs, so that transactions cannot deadlock.
   */
  lock(orderNo: string): Promise<Order | undefined>;
  /** Reads and locks an order in the same way as `lock`. */
  lockById(id: number): Promise<Order | undefined>;
  /** Inserts the order in its initial state, together with the first entry of its history. */
  insert(order: NewOrder, entry: HistoryEntry, fingerprint: string | null): Promise<Order>;
  /**
   * Writes the state of the order after `entry` and appends `entry` to the history.
   * @throws Error when the stored version is not `order.version - 1`.
   */
  save(order: Order, entry: HistoryEntry): Promise<void>;
  /**
   * Deletes a cancelled order that has no refund, with its history, its payment attempts and the notifications about
   * them. The notifications of a joint payment are deleted with the last of its orders.
   */
  purge(id: number): Promise<void>;
  /**
   * Returns the number of the newest unpaid order with this fingerprint that was placed at `since` or later. On
   * PostgreSQL, locks the fingerprint until the transaction ends, so that equal orders in two processes are placed
   * one at a time.
   */
  unpaidDuplicate(fingerprint: string, since: Instant): Promise<string | undefined>;
}
