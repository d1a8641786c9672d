/** The facts of the audit entry for a refund that an operator requested or confirmed. */

import type { Order } from '../../domain/order.ts';
import type { AuditedAction } from '../callers/record-audit.ts';

export function refundFacts(before: Order, after: Order, reason: string): Omit<AuditedAction, 'action'> {
  const { money } = after;
  return {
    targetKind: 'order',
    targetId: before.orderNo,
    reason,
    before: { status: before.money.status },
    after: {
      status: money.status,
      refund_no: money.status === 'wait_refund' ? money.refundNo : null,
      amount: before.priceMinor,
      currency: before.currency,
    },
  };
}
