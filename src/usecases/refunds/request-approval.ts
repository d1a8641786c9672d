/** Requests the approval of a refund above the shop's limit. Nothing is refunded before another operator confirms. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { isSessionCaller, type OperatorCaller } from '../callers/caller.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { RefundApproval } from './refund-store.ts';

/** What the approval is for. */
type Wanted = Pick<RefundApproval, 'months' | 'settledRefundNo'>;

/**
 * The caller holds the order's lock.
 * @throws AppError `forbidden` for a call with a name and password or an API token: the response to such a call is
 * the order, which cannot show that the refund waits for approval.
 */
export async function requestApproval(
  act: Act,
  caller: OperatorCaller,
  order: Order,
  { amountMinor, months, settledRefundNo, reason }: Wanted & Pick<RefundApproval, 'amountMinor' | 'reason'>,
): Promise<void> {
  if (!isSessionCaller(caller)) {
    throw new AppError(
      'forbidden',
      'A refund of this amount needs two operators. Request it in the console.',
      { reason: 'refund_needs_approval' },
    );
  }
  requireRecentProof(caller, act.clock.now());
  const { currency } = order;
  const id = await act.tx.refunds.insertApproval({
    orderId: order.id,
    amountMinor,
    months,
    settledRefundNo,
    currency,
    reason,
    requestedBy: caller.operator.name,
    requestedAt: act.clock.now(),
  });
  await recordAudit(act, caller, {
    action: 'refund_approval_requested',
    targetKind: 'order',
    targetId: order.orderNo,
    reason,
    before: null,
    after: {
      approval: 'pending',
      approval_id: id,
      amount: amountMinor,
      currency,
      ...(months === null ? {} : { months }),
      ...(settledRefundNo === null ? {} : { settled: true, refund_no: settledRefundNo }),
    },
  });
}

/**
 * Whether the caller has already requested the same refund or settlement, and its approval is pending.
 * @returns false when no approval is pending. @throws AppError `illegal_transition`: the pending approval was
 * requested by another operator or is for another refund.
 */
export async function hasRequestedApproval(
  { tx }: Act,
  caller: OperatorCaller,
  order: Order,
  wanted: Wanted,
): Promise<boolean> {
  const pending = await tx.refunds.pendingApproval(order.id);
  if (pending === undefined) return false;
  // A call without a session must not succeed here: its response is the order, from which the caller would conclude
  // that the refund is requested.
  const isSame =
    pending.requestedBy === caller.operator.name &&
    pending.months === wanted.months &&
    pending.settledRefundNo === wanted.settledRefundNo;
  if (isSame && caller.sessionId !== null) return true;
  throw approvalPending();
}

export function approvalPending(): AppError {
  return new AppError(
    'illegal_transition',
    'A refund of this order is already waiting for a second operator.',
    { reason: 'approval_pending' },
  );
}
