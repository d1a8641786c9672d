/**
 * Ends a pending refund approval that can no longer take effect, because its refund was made in another way. Such an
 * approval would wait in the inbox, and would prevent the settlement of the order's failed refunds, until an operator
 * rejected it.
 */

import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { endedByService } from './refund-store.ts';

/** Ends a pending request to refund the order or months of it. The caller holds the order's lock. */
export function endRefundApproval(act: Act, order: Pick<Order, 'id'>): Promise<void> {
  return endApproval(act, order, null, 'The order was refunded in another way.');
}

/** Ends a pending request to settle this refund. The caller holds the order's lock. */
export function endSettlementApproval(act: Act, order: Pick<Order, 'id'>, refundNo: string): Promise<void> {
  return endApproval(act, order, refundNo, 'The provider has made the refund.');
}

async function endApproval(
  { tx, clock }: Act,
  { id }: Pick<Order, 'id'>,
  settledRefundNo: string | null,
  reason: string,
): Promise<void> {
  const pending = await tx.refunds.pendingApproval(id);
  if (pending === undefined || pending.settledRefundNo !== settledRefundNo) return;
  await tx.refunds.decideApproval(pending.id, 'rejected', endedByService, clock.now(), reason);
}
