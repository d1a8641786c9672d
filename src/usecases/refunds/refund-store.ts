/** The part of the store's port for refunds and for their approval by a second operator. */

import type { Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { NotificationRecord } from '../payments/payment-store.ts';

export const approvalStates = ['pending', 'confirmed', 'rejected'] as const;

export type ApprovalState = (typeof approvalStates)[number];

/**
 * `decidedBy` of an approval that the service has ended (`end-approval.ts`). No operator has this name, because names
 * of operators begin with a letter or a digit.
 */
export const endedByService = '(service)';

/** A refund that one operator requests and another must confirm. An order has at most one pending approval. */
export interface RefundApproval {
  readonly id: number;
  readonly orderId: number;
  readonly orderNo: string;
  readonly amountMinor: number;
  /** The number of months of a partial refund; null: the refund is not partial. */
  readonly months: number | null;
  /** The failed refund that the requesting operator settles in another way; null: a refund is requested. */
  readonly settledRefundNo: string | null;
  readonly currency: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedAt: Instant;
  readonly state: ApprovalState;
  /** The name of an operator, or `endedByService`; null: the approval is pending. */
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionReason: string | null;
}

/** A refund with the number of its order. */
export interface FailedRefund extends Refund {
  readonly orderNo: string;
}

export interface OpenRefunds {
  readonly currency: string;
  readonly amountMinor: number;
  readonly count: number;
}

export interface RefundReads {
  ofOrder(orderId: number): Promise<Refund[]>;
  byNo(refundNo: string): Promise<Refund | undefined>;
  /** Finds refunds by the number that their provider gave: at most `limit`. */
  byProviderId(providerRefundId: string, limit: number): Promise<Refund[]>;
  /** Returns failed refunds, of orders and of surplus payments, oldest request first: at most `limit`. */
  failed(limit: number): Promise<FailedRefund[]>;
  /** Returns the notifications about a refund. */
  notifications(refundNo: string): Promise<NotificationRecord[]>;
  approvalById(id: number): Promise<RefundApproval | undefined>;
  pendingApproval(orderId: number): Promise<RefundApproval | undefined>;
  /** Returns approvals, newest first: at most `limit`, with `id` below `beforeId`. */
  approvals(state: 'pending' | 'decided', beforeId: number | null, limit: number): Promise<RefundApproval[]>;
  /** Returns pending approvals, oldest first: at most `limit`. */
  oldestPending(limit: number): Promise<RefundApproval[]>;
  /** Returns the sums of all refunds that are not done, by currency. */
  openSums(): Promise<OpenRefunds[]>;
}

export interface RefundWrites extends RefundReads {
  insert(refund: Omit<Refund, 'id'>): Promise<Refund>;
  /** Writes every changeable field if the stored state is `from`. @throws Error if it is not. */
  save(refund: Refund, from: Refund['state']): Promise<void>;
  insertApproval(
    approval: Pick<
      RefundApproval,
      | 'orderId'
      | 'amountMinor'
      | 'months'
      | 'settledRefundNo'
      | 'currency'
      | 'reason'
      | 'requestedBy'
      | 'requestedAt'
    >,
  ): Promise<number>;
  /** @returns false when the approval is not pending. */
  decideApproval(
    id: number,
    state: Exclude<ApprovalState, 'pending'>,
    by: string,
    at: Instant,
    reason: string | null,
  ): Promise<boolean>;
}
