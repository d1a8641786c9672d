/**
 * Refunds by operators. Above the amount that the shop has set, one operator asks and another confirms;
 * nothing happens to the money before.
 */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import {
  type ConsoleAct,
  type ConsoleCaller,
  noteAct,
  requirePermission,
} from '../callers/console-caller.ts';
import { unknownOrder } from '../callers/order-access.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { RefundApproval } from '../ports/console-orders.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { needsApproval } from './needs-approval.ts';
import { requireRefundable } from './refund-order.ts';
import { requestRefund } from './request-refund.ts';

type RefundDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'settings'>;

export interface ApprovalPage {
  readonly approvals: readonly RefundApproval[];
  /** Null: this was the last page. */
  readonly next: number | null;
}

/** @throws AppError `forbidden`. */
export async function listApprovals(
  { store }: Pick<ConsoleDeps, 'store'>,
  caller: ConsoleCaller,
  state: 'pending' | 'decided',
  beforeId: number | null,
  limit: number,
): Promise<ApprovalPage> {
  requirePermission(caller, 'orders_see');
  const found = await store.read.approvals(state, beforeId, limit + 1);
  const approvals = found.slice(0, limit);
  return { approvals, next: found.length > limit ? (approvals.at(-1)?.id ?? null) : null };
}

/**
 * Gives the money back, or asks for a second operator.
 * @throws AppError `forbidden`, `unknown_order`, `illegal_transition`.
 */
export async function refundAsOperator(
  deps: RefundDeps,
  caller: ConsoleCaller,
  orderNo: string,
  reason: string,
): Promise<void> {
  requirePermission(caller, 'orders_refund');
  await deps.store.transaction(async (tx) => {
    const order = await tx.lockOrder(orderNo);
    if (order === undefined) throw unknownOrder();
    requireRefundable({ kind: 'operator', name: caller.operator.name, role: caller.operator.role }, order);
    if ((await tx.pendingApprovalOf(order.id)) !== undefined) {
      throw new AppError(
        'illegal_transition',
        'A refund of this order is already waiting for a second operator.',
        {
          reason: 'approval_pending',
        },
      );
    }
    if (needsApproval(order, deps.settings)) return askFor(deps, tx, caller, order, reason);
    const act = await giveBack(deps, tx, caller, order, reason);
    await noteAct(deps, tx, caller, { ...act, action: 'refund_requested' });
  });
}

/**
 * By another operator than the one who asked.
 * @returns the order's number.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition`.
 */
export async function confirmRefund(deps: RefundDeps, caller: ConsoleCaller, id: number): Promise<string> {
  requirePermission(caller, 'orders_refund');
  return deps.store.transaction(async (tx) => {
    const { order, approval } = await lockApproval(tx, id);
    if (approval.requestedBy === caller.operator.name) {
      throw new AppError('forbidden', 'A second operator must confirm a refund that you requested.', {
        reason: 'approval_needs_other_operator',
      });
    }
    await decide(deps, tx, caller, approval, 'confirmed', null);
    requireRefundable({ kind: 'operator', name: caller.operator.name, role: caller.operator.role }, order);
    const act = await giveBack(deps, tx, caller, order, approval.reason);
    const after = { ...act.after, approval_id: id, requested_by: approval.requestedBy };
    await noteAct(deps, tx, caller, { ...act, action: 'refund_approval_confirmed', after });
    return order.orderNo;
  });
}

/**
 * Whoever asked may withdraw it like this.
 * @returns the order's number.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition`.
 */
export async function rejectRefund(
  deps: Pick<ConsoleDeps, 'store' | 'clock'>,
  caller: ConsoleCaller,
  id: number,
  reason: string,
): Promise<string> {
  requirePermission(caller, 'orders_refund');
  return deps.store.transaction(async (tx) => {
    const { order, approval } = await lockApproval(tx, id);
    await decide(deps, tx, caller, approval, 'rejected', reason);
    await noteAct(deps, tx, caller, {
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

async function askFor(
  deps: RefundDeps,
  tx: StoreTransaction,
  caller: ConsoleCaller,
  order: Order,
  reason: string,
): Promise<void> {
  const { priceMinor: amountMinor, currency } = order;
  const id = await tx.insertApproval({
    orderId: order.id,
    amountMinor,
    currency,
    reason,
    requestedBy: caller.operator.name,
    requestedAt: deps.clock.now(),
  });
  await noteAct(deps, tx, caller, {
    action: 'refund_approval_requested',
    targetKind: 'order',
    targetId: order.orderNo,
    reason,
    before: null,
    after: { approval: 'pending', approval_id: id, amount: amountMinor, currency },
  });
}

async function giveBack(
  deps: RefundDeps,
  tx: StoreTransaction,
  caller: ConsoleCaller,
  order: Order,
  reason: string,
): Promise<Omit<ConsoleAct, 'action'>> {
  const actor = { kind: 'operator', name: caller.operator.name } as const;
  const refunded = await requestRefund(deps, tx, order, reason, actor, caller.requestId);
  const { money } = refunded;
  return {
    targetKind: 'order',
    targetId: order.orderNo,
    reason,
    before: { status: order.money.status },
    after: {
      status: money.status,
      refund_no: money.status === 'wait_refund' ? money.refundNo : null,
      amount: order.priceMinor,
      currency: order.currency,
    },
  };
}

/** Read again under the order's lock, so that two operators cannot both decide. */
async function lockApproval(
  tx: StoreTransaction,
  id: number,
): Promise<{ readonly order: Order; readonly approval: RefundApproval }> {
  const known = await tx.approvalById(id);
  if (known === undefined) throw unknownApproval();
  const order = await tx.lockOrderById(known.orderId);
  const approval = await tx.approvalById(id);
  if (order === undefined || approval === undefined) throw new Error(`approval ${id} has no order`);
  return { order, approval };
}

async function decide(
  deps: Pick<ConsoleDeps, 'clock'>,
  tx: StoreTransaction,
  caller: ConsoleCaller,
  approval: RefundApproval,
  state: 'confirmed' | 'rejected',
  reason: string | null,
): Promise<void> {
  const at = deps.clock.now();
  if (await tx.decideApproval(approval.id, state, caller.operator.name, at, reason)) return;
  throw new AppError('illegal_transition', 'This refund request has already been decided.', {
    reason: 'approval_decided',
  });
}

function unknownApproval(): AppError {
  return new AppError('unknown_item', 'There is no such refund request.', { reason: 'unknown_approval' });
}
