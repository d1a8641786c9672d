/** The table `refund_approvals`: refunds that one operator requests and another must confirm. */

import { approvalStates } from '../../usecases/refunds/refund-store.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const refundApprovalsTable = table('refund_approvals', {
  id: generatedId,
  orderId: integer,
  amountMinor: integer,
  currency: text,
  reason: text,
  requestedBy: text,
  requestedAt: integer,
  state: oneOf(...approvalStates),
  decidedBy: nullable(text),
  decidedAt: nullable(integer),
  decisionReason: nullable(text),
  months: nullable(integer),
  settledRefundNo: nullable(text),
});
