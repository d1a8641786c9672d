/** Orders as the console looks for them, and refunds that wait for a second operator. */

import type { DealStatus, Order, Status } from '../../domain/order.ts';
import type { RefundState } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export const orderActions = [
  'cancel',
  'refund',
  /** In the place of `refund` above the amount that needs two operators. */
  'request_refund',
  'confirm_refund',
  'reject_refund',
  'retry',
  'resend_event',
] as const;
export type OrderAction = (typeof orderActions)[number];

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

export const approvalStates = ['pending', 'confirmed', 'rejected'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** A refund that one operator asked for and another must confirm. At most one per order is pending. */
export interface RefundApproval {
  readonly id: number;
  readonly orderId: number;
  readonly orderNo: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedAt: Instant;
  readonly state: ApprovalState;
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionReason: string | null;
}

/** One attempt at a job that is over. Planned later looks and unfinished attempts are not among them. */
export interface JobAttempt {
  readonly kind: string;
  readonly key: string | null;
  readonly attempt: number;
  readonly endedAt: Instant;
  readonly durationMs: number;
  readonly end: 'done' | 'failed' | 'exhausted';
  readonly error: string | null;
}

/** An event for the shop's own systems, kept so that it can be sent again as it was. */
export interface OutsideEventRecord {
  readonly eventId: string;
  readonly orderId: number;
  readonly type: string;
  readonly body: string;
  readonly createdAt: Instant;
  /** When the shop's system took it, the last time; null: it has not. */
  readonly deliveredAt: Instant | null;
}
