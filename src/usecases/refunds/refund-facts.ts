/** The facts of the audit entry for a refund that an operator requested or confirmed. */

import type { Order } from '../../domain/order.ts';
import type { Refund } from '../../domain/payment-state.ts';
import type { AuditedAction } from '../callers/record-audit.ts';

export function refundFacts(
  before: Order,
  after: Order,
  { refundNo, amountMinor, currency, months }: Refund,
  reason: string,
): Omit<AuditedAction, 'action'> {
  return {
    targetKind: 'order',
    targetId: before.orderNo,
    reason,
    before: { status: before.money.status },
    after: {
      status: after.money.status,
      refund_no: refundNo,
      amount: amountMinor,
      currency,
      ...(months === null ? {} : { months }),
    },
  };
}
