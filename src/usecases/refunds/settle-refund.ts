/**
 * An operator settles a failed refund that the provider will never make: the shop has returned the money in another
 * way, or the app store has. The refund is then done, and is never requested at the provider again. Above the shop's
 * limit, a second operator must confirm.
 */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import { isWholeRefund, type Refund } from '../../domain/payment-state.ts';
import { type Act, type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor, requireAccess } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Settings } from '../settings.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import { deletePayerOfErased } from './delete-payer-of-erased.ts';
import { needsApproval } from './needs-approval.ts';
import { refundData } from './refund-data.ts';
import { refundFacts } from './refund-facts.ts';
import type { RefundApproval } from './refund-store.ts';
import { hasRequestedApproval, requestApproval } from './request-approval.ts';
import type { RequestedRefund } from './request-refund.ts';

export interface Settlement {
  readonly refundNo: string;
  /** How the customer got the money, for the audit log and the order's history. */
  readonly reason: string;
}

/**
 * A repeated call by the same operator changes nothing.
 * @throws AppError `forbidden`, `unknown_order`, `unknown_item`, `illegal_transition` (the refund has not failed, or
 * another approval of the order is pending).
 */
export async function settleRefund(
  deps: ActDeps,
  caller: OperatorCaller,
  orderNo: string,
  { refundNo, reason }: Settlement,
): Promise<void> {
  requirePermission(caller, 'orders_refund');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const order = requireAccess(caller, await act.tx.orders.lock(orderNo));
    const refunds = await act.tx.refunds.ofOrder(order.id);
    const refund = requireRefund(refunds, refundNo);
    const settledBy = caller.operator.name;
    if (refund.settledBy === settledBy) return;
    requireFailed(refund);
    const { months, amountMinor } = refund;
    const wanted = { months, settledRefundNo: refundNo };
    if (await hasRequestedApproval(act, caller, order, wanted)) return;
    if (settlementNeedsApproval(refund, refunds, act.settings)) {
      return requestApproval(act, caller, order, { ...wanted, amountMinor, reason });
    }
    const settled = await settle(act, order, refund, { reason, settledBy });
    const facts = refundFacts(order, settled.order, settled.refund, reason);
    await recordAudit(act, caller, { ...facts, action: 'refund_settled' });
  });
}

/**
 * Carries out a settlement that a second operator has approved. The caller holds the order's lock.
 * @throws AppError `illegal_transition`: the provider has made the refund after the request.
 */
export async function settleApproved(
  act: Act,
  order: Order,
  refundNo: string,
  { reason, requestedBy }: Pick<RefundApproval, 'reason' | 'requestedBy'>,
): Promise<RequestedRefund> {
  const refund = requireRefund(await act.tx.refunds.ofOrder(order.id), refundNo);
  requireFailed(refund);
  return settle(act, order, refund, { reason, settledBy: requestedBy });
}

/**
 * The limit applies to all that the refunds of the order return together, as for a new refund. A surplus payment is
 * other money and counts alone.
 */
export function settlementNeedsApproval(
  refund: Refund,
  refunds: readonly Refund[],
  settings: Pick<Settings, 'refundApprovalAboveMinor'>,
): boolean {
  const together =
    refund.purpose === 'order' ? refunds.filter(({ purpose }) => purpose === 'order') : [refund];
  return needsApproval(
    together.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    settings,
  );
}

async function settle(
  act: Act,
  order: Order,
  refund: Refund,
  { reason, settledBy }: { readonly reason: string; readonly settledBy: string },
): Promise<RequestedRefund> {
  const at = act.clock.now();
  const settled = { ...refund, state: 'done', finishedAt: at, failureCode: null, settledBy } as const;
  await act.tx.refunds.save(settled, 'failed');
  await deletePayerOfErased(act, order, refund);
  const facts = refundData(settled);
  if (isWholeRefund(refund)) {
    const event = { type: 'refund_settled', at, refundNo: refund.refundNo, reason } as const;
    return { order: await advanceOrder(act, order, event, facts), refund: settled };
  }
  await addWebhook(act, 'refund.done', order, facts);
  act.tx.publish({ kind: 'order_changed', orderNo: order.orderNo });
  return { order, refund: settled };
}

function requireRefund(refunds: readonly Refund[], refundNo: string): Refund {
  const refund = refunds.find((one) => one.refundNo === refundNo);
  if (refund !== undefined) return refund;
  throw new AppError('unknown_item', 'The order has no such refund.', { reason: 'unknown_refund' });
}

function requireFailed({ state }: Refund): void {
  if (state === 'failed') return;
  throw new AppError(
    'illegal_transition',
    'Only a failed refund can be settled in another way. This refund is in progress or done.',
    { reason: 'refund_not_failed' },
  );
}
