/** Computes which actions an operator may perform on an order now, from the order's state and the operator's role. */

import { may } from '../../domain/operator-roles.ts';
import type { Order } from '../../domain/order.ts';
import { orderState } from '../../domain/order-state.ts';
import type { Refund } from '../../domain/payment-state.ts';
import type { JobView } from '../jobs/view-job.ts';
import type { Operator } from '../operators/operator-store.ts';
import type { MonthRefundOffers } from '../refunds/month-refund-offers.ts';
import { needsApproval } from '../refunds/needs-approval.ts';
import { failedOrderRefunds, failedRefunds } from '../refunds/refund-order.ts';
import type { RefundApproval } from '../refunds/refund-store.ts';
import { retriableRefunds } from '../refunds/retry-refunds.ts';
import { settlementNeedsApproval } from '../refunds/settle-refund.ts';
import type { Settings } from '../settings.ts';

export const orderActions = [
  'cancel',
  'refund',
  /** Replaces `refund` when the amount needs the approval of a second operator. */
  'request_refund',
  'refund_months',
  'confirm_refund',
  'reject_refund',
  'retry',
  'resend_event',
] as const;
export type OrderAction = (typeof orderActions)[number];

export interface OrderFacts {
  readonly order: Order;
  readonly refunds: readonly Refund[];
  /** The unfinished and dead jobs of the order. */
  readonly jobs: readonly JobView[];
  /** The pending approval; null: none. */
  readonly approval: RefundApproval | null;
  /** Whether the operator counts as a second person for the pending approval (`is-independent-approver.ts`). */
  readonly isIndependent: boolean;
  /** The partial refunds of membership months that the order allows. */
  readonly monthRefunds: MonthRefundOffers;
  /** Number of webhook deliveries of the order that an operator can repeat. */
  readonly resendable: number;
}

export function actionsOf(
  facts: OrderFacts,
  operator: Pick<Operator, 'name' | 'role'>,
  settings: Pick<Settings, 'refundApprovalAboveMinor'>,
): OrderAction[] {
  const { order, approval } = facts;
  const actions: OrderAction[] = [];
  if (order.money.status === 'wait_pay' && may(operator.role, 'orders_cancel')) actions.push('cancel');
  if (may(operator.role, 'orders_refund')) {
    // A failed refund of the order must be retried before another refund of the order can be requested.
    if (isRefundable(order) && approval === null && failedOrderRefunds(facts.refunds).length === 0) {
      actions.push(needsApproval(order.priceMinor, settings) ? 'request_refund' : 'refund');
      if (facts.monthRefunds.offers.length > 0) actions.push('refund_months');
    }
    if (approval !== null) {
      const isSecondPerson = approval.requestedBy !== operator.name && facts.isIndependent;
      if (isConfirmable(facts, approval) && isSecondPerson) actions.push('confirm_refund');
      // A request for approval can be rejected even if it can no longer be confirmed, for example because one of its
      // months has begun. Otherwise the request would stay open for ever.
      actions.push('reject_refund');
    }
  }
  if (may(operator.role, 'jobs_retry')) {
    if (isRetryable(facts)) actions.push('retry');
    if (facts.resendable > 0) actions.push('resend_event');
  }
  return actions;
}

/** Whether the order is paid, its price is not 0, and no refund is requested. */
export function isRefundable({ money }: Order): boolean {
  return money.status === 'pay' && money.attemptId !== null;
}

/** A request to settle a refund can be confirmed while the refund is failed; any other request, while it is possible. */
function isConfirmable({ order, refunds }: OrderFacts, { settledRefundNo }: RefundApproval): boolean {
  if (settledRefundNo === null) return isRefundable(order);
  return failedRefunds(refunds).some(({ refundNo }) => refundNo === settledRefundNo);
}

/**
 * What the call that settles a refund does for the operator now. `settled`: it settles the refund. `requested`: a second
 * operator must confirm. Null: the call is not possible.
 */
export type SettleOffer = 'settled' | 'requested' | null;

export function settleOfferOf(
  refund: Refund,
  { refunds, approval }: Pick<OrderFacts, 'refunds' | 'approval'>,
  { role }: Pick<Operator, 'role'>,
  settings: Pick<Settings, 'refundApprovalAboveMinor'>,
): SettleOffer {
  if (refund.state !== 'failed' || approval !== null || !may(role, 'orders_refund')) return null;
  return settlementNeedsApproval(refund, refunds, settings) ? 'requested' : 'settled';
}

function isRetryable({ order, refunds, approval, jobs }: OrderFacts): boolean {
  const retriable = retriableRefunds(failedRefunds(refunds), approval);
  return retriable.length > 0 || jobs.some(isDeadAndNeeded) || canRework(order);
}

export function isDeadAndNeeded({ trouble, canRetry }: JobView): boolean {
  return trouble === 'dead' && canRetry;
}

/**
 * Whether the work of a free order has failed. Nothing is refunded for a free order, so its work can be
 * retried.
 */
export function canRework(order: Order): boolean {
  return orderState(order) === 'pay/fail' && order.money.status === 'pay' && order.money.attemptId === null;
}
