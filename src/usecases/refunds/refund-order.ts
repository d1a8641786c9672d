/** A refund that somebody asks for: the customer where the work has not begun or has failed, the operator always. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { orderState } from '../../domain/order-state.ts';
import type { Refund } from '../../domain/payment-state.ts';
import { actorOf, requireAccess, requireRole } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { Caller } from '../service.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { needsApproval } from './needs-approval.ts';
import { enqueueRefund, requestRefund } from './request-refund.ts';

const customerReason = 'Requested by the customer.';
const operatorReason = 'Refunded by the shop.';

/** @throws AppError `forbidden`, `unknown_order`, `illegal_transition`. */
export async function refundOrder(
  deps: Pick<Deps, 'store' | 'clock' | 'random' | 'settings'>,
  caller: Caller,
  orderNo: string,
  reason: string | null,
  requestId: string,
): Promise<void> {
  requireRole(caller, 'orders_refund');
  await deps.store.transaction(async (tx) => {
    const order = requireAccess(caller, await tx.lockOrder(orderNo));
    const failed = (await tx.refundsOf(order.id)).filter((refund) => refund.state === 'failed');
    // What is owed already goes first, surplus money included, and the call does no more than that.
    if (failed.length > 0) return retryRefunds(deps, tx, caller, order, failed, requestId);
    requireRefundable(caller, order);
    requireOneSuffices(deps, caller, order);
    const text = reason ?? (caller.kind === 'operator' ? operatorReason : customerReason);
    await requestRefund(deps, tx, order, text, actorOf(caller, order), requestId);
  });
}

/** A password alone names one operator; the console asks the second one. @throws AppError `forbidden` */
function requireOneSuffices({ settings }: Pick<Deps, 'settings'>, caller: Caller, order: Order): void {
  if (caller.kind !== 'operator' || !needsApproval(order, settings)) return;
  throw new AppError('forbidden', 'A refund of this amount needs two operators. Request it in the console.', {
    reason: 'refund_needs_approval',
  });
}

/** @throws AppError `illegal_transition`. */
export function requireRefundable(caller: Caller, order: Order): void {
  if (order.money.status === 'wait_refund') {
    throw new AppError('illegal_transition', 'The refund is already being processed.', {
      reason: 'refund_in_progress',
    });
  }
  if (order.money.status !== 'pay' || order.money.attemptId === null) {
    throw new AppError('illegal_transition', 'The order has no payment to refund.', {
      reason: 'nothing_paid',
    });
  }
  if (caller.kind === 'operator') return;
  const state = orderState(order);
  if (state === 'pay/init' || state === 'pay/fail') return;
  throw new AppError(
    'illegal_transition',
    'Work on the order has started. Please ask the shop for a refund.',
    {
      reason: 'work_started',
    },
  );
}

/** Refunds that failed at the provider are tried again, each under its own number. */
export async function retryRefunds(
  deps: Pick<Deps, 'clock' | 'random' | 'settings'>,
  tx: StoreTransaction,
  caller: Caller,
  order: Order,
  failed: readonly Refund[],
  requestId: string,
): Promise<void> {
  for (const refund of failed) {
    await tx.saveRefund({ ...refund, state: 'requested', finishedAt: null }, 'failed');
    await enqueueRefund(deps, tx, refund.refundNo, requestId);
    // Surplus money never was the order's, so the order does not show it.
    if (refund.purpose === 'surplus') continue;
    const event = { type: 'refund_retried', at: deps.clock.now(), refundNo: refund.refundNo } as const;
    await advanceOrder(deps, tx, order, event, actorOf(caller, order), requestId);
  }
}
