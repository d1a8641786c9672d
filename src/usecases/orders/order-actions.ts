/** What an operator may do to an order now, as a function of its state and of the operator. Pure. */

import { may } from '../../domain/operator-roles.ts';
import type { Order } from '../../domain/order.ts';
import { orderState } from '../../domain/order-state.ts';
import type { Refund } from '../../domain/payment-state.ts';
import type { JobView } from '../jobs/view-job.ts';
import type { Operator } from '../operators/operator-store.ts';
import { needsApproval } from '../refunds/needs-approval.ts';
import { failedRefunds } from '../refunds/refund-order.ts';
import type { RefundApproval } from '../refunds/refund-store.ts';
import type { Settings } from '../settings.ts';

export const orderActions = [
  'cancel',
  'refund',
  /** Instead of `refund` above the amount that needs two operators. */
  'request_refund',
  'confirm_refund',
  'reject_refund',
  'retry',
  'resend_event',
] as const;
export type OrderAction = (typeof orderActions)[number];

export interface OrderFacts {
  readonly order: Order;
  readonly refunds: readonly Refund[];
  /** Unfinished and dead ones. */
  readonly jobs: readonly JobView[];
  /** The pending one. */
  readonly approval: RefundApproval | null;
  /** Events that can be sent again; 0 where no endpoint is set. */
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
    // A failed refund is retried before another is requested.
    if (isRefundable(order) && approval === null && failedRefunds(facts.refunds).length === 0) {
      actions.push(needsApproval(order, settings) ? 'request_refund' : 'refund');
    }
    if (approval !== null) {
      if (isRefundable(order) && approval.requestedBy !== operator.name) actions.push('confirm_refund');
      // Also where the money went back meanwhile: the request must not stay open for ever.
      actions.push('reject_refund');
    }
  }
  if (may(operator.role, 'jobs_retry')) {
    if (isRetryable(facts)) actions.push('retry');
    if (facts.resendable > 0) actions.push('resend_event');
  }
  return actions;
}

/** Its own money is here and nobody has asked for it back. */
export function isRefundable({ money }: Order): boolean {
  return money.status === 'pay' && money.attemptId !== null;
}

function isRetryable({ order, refunds, jobs }: OrderFacts): boolean {
  return failedRefunds(refunds).length > 0 || jobs.some(isDeadAndNeeded) || canRework(order);
}

export function isDeadAndNeeded({ trouble, canRetry }: JobView): boolean {
  return trouble === 'dead' && canRetry;
}

/** Failed work that nothing was paid for: no money goes back, so the picture may be tried again. */
export function canRework(order: Order): boolean {
  return orderState(order) === 'pay/fail' && order.money.status === 'pay' && order.money.attemptId === null;
}
