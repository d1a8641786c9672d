/** Writes refund approvals for the console's API. */

import type { RefundApproval } from '../../usecases/refunds/refund-store.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';
import type { ApprovalWire } from './console-refund-approval-schemas.ts';

export function approvalToWire(approval: RefundApproval): ApprovalWire {
  return {
    id: approval.id,
    order_id: approval.orderId,
    order_no: approval.orderNo,
    amount: approval.amountMinor,
    months: approval.months,
    settled_refund_no: approval.settledRefundNo,
    currency: approval.currency,
    reason: approval.reason,
    requested_by: approval.requestedBy,
    requested_at: utcText(approval.requestedAt),
    state: approval.state,
    decided_by: approval.decidedBy,
    decided_at: utcTextOrNull(approval.decidedAt),
    decision_reason: approval.decisionReason,
  };
}
