/** Lists refund approvals, and confirms or rejects them. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { type Act, type ActDeps, causedBy, perform, system } from '../act.ts';
import type { OperatorCaller, SessionCaller } from '../callers/caller.ts';
import { actorOf } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { dropReplyOfRefund } from './close-problem-with-refund.ts';
import { isIndependentApprover } from './is-independent-approver.ts';
import { refundFacts } from './refund-facts.ts';
import { refundApprovedMonths } from './refund-months.ts';
import { requireRefundable } from './refund-order.ts';
import type { RefundApproval } from './refund-store.ts';
import { type RequestedRefund, requestRefund } from './request-refund.ts';
import { settleApproved } from './settle-refund.ts';

export interface ApprovalPage {
  readonly approvals: readonly RefundApproval[];
  /** The `beforeId` of the next page; null: this was the last page. */
  readonly next: number | null;
}

/** @throws AppError `forbidden`. */
export async function listApprovals(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  state: 'pending' | 'decided',
  beforeId: number | null,
  limit: number,
): Promise<ApprovalPage> {
  requirePermission(caller, 'orders_see');
  const found = await store.read.refunds.approvals(state, beforeId, limit + 1);
  const approvals = found.slice(0, limit);
  return { approvals, next: found.length > limit ? (approvals.at(-1)?.id ?? null) : null };
}

/**
 * Refunds the order, or settles a failed refund. The operator who made the request cannot confirm it, and neither can an
 * operator to whose account the requester may have access (`is-independent-approver.ts`).
 * @returns the order's number.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the request is decided already, or the order no
 * longer allows the refund).
 */
export async function confirmRefund(deps: ActDeps, caller: SessionCaller, id: number): Promise<string> {
  requirePermission(caller, 'orders_refund');
  requireRecentProof(caller, deps.clock.now());
  return perform(deps, { actor: system, requestId: caller.requestId }, async (act) => {
    const { order, approval } = await lockApproval(act, id);
    if (approval.requestedBy === caller.operator.name) {
      throw new AppError('forbidden', 'A second operator must confirm a refund that you requested.', {
        reason: 'approval_needs_other_operator',
      });
    }
    if (!(await isIndependentApprover(act.tx.auditLog, caller.operator.name, approval))) {
      throw new AppError(
        'forbidden',
        'An owner who requested this refund has added your account or set its password, or someone has done so since ' +
          'the request. Another operator must confirm the refund.',
        { reason: 'approver_not_independent' },
      );
    }
    await decide(act, caller, approval, 'confirmed', null);
    const byOperator = causedBy(act, actorOf(caller, order));
    const { order: refunded, refund } = await carryOut(byOperator, caller, order, approval);
    const facts = refundFacts(order, refunded, refund, approval.reason);
    const settled = approval.settledRefundNo === null ? {} : { settled: true };
    const after = { ...facts.after, approval_id: id, requested_by: approval.requestedBy, ...settled };
    await recordAudit(act, caller, { ...facts, action: 'refund_approval_confirmed', after });
    return order.orderNo;
  });
}

async function carryOut(
  act: Act,
  caller: OperatorCaller,
  order: Order,
  approval: RefundApproval,
): Promise<RequestedRefund> {
  const { months, amountMinor, reason, settledRefundNo } = approval;
  if (settledRefundNo !== null) return settleApproved(act, order, settledRefundNo, approval);
  requireRefundable(caller, order);
  if (months === null) return requestRefund(act, order, reason);
  return refundApprovedMonths(act, order, { months, amountMinor, reason });
}

/**
 * Rejects a requested refund. The operator who requested the refund may also reject it, which withdraws the request.
 * @returns the order's number.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the request is decided already).
 */
export async function rejectRefund(
  deps: ActDeps,
  caller: OperatorCaller,
  id: number,
  reason: string,
): Promise<string> {
  requirePermission(caller, 'orders_refund');
  return perform(deps, { actor: system, requestId: caller.requestId }, async (act) => {
    const { order, approval } = await lockApproval(act, id);
    await decide(act, caller, approval, 'rejected', reason);
    await dropReplyOfRefund(act, order);
    await recordAudit(act, caller, {
      action: 'refund_approval_rejected',
      targetKind: 'order',
      targetId: order.orderNo,
      reason,
      before: { approval: 'pending' },
      after: { approval: 'rejected', approval_id: id, requested_by: approval.requestedBy },
    });
    return order.orderNo;
  });
}

/** Reads the approval again under the order's lock, so that two operators cannot both decide. */
async function lockApproval(
  { tx }: Act,
  id: number,
): Promise<{ readonly order: Order; readonly approval: RefundApproval }> {
  const known = await tx.refunds.approvalById(id);
  if (known === undefined)
    throw new AppError('unknown_item', 'There is no such refund request.', { reason: 'unknown_approval' });
  const order = await tx.orders.lockById(known.orderId);
  const approval = await tx.refunds.approvalById(id);
  if (order === undefined || approval === undefined) throw new Error(`approval ${id} has no order`);
  return { order, approval };
}

async function decide(
  { tx, clock }: Act,
  caller: OperatorCaller,
  approval: RefundApproval,
  state: 'confirmed' | 'rejected',
  reason: string | null,
): Promise<void> {
  const { name } = caller.operator;
  if (await tx.refunds.decideApproval(approval.id, state, name, clock.now(), reason)) return;
  throw new AppError('illegal_transition', 'This refund request has already been decided.', {
    reason: 'approval_decided',
  });
}
