/** The table `refunds`. */

import { refundStates } from '../../domain/payment-state.ts';
import { refundFailureCodes } from '../../domain/refund-failures.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const refundsTable = table('refunds', {
  id: generatedId,
  refundNo: text,
  orderId: integer,
  attemptId: integer,
  purpose: oneOf('order', 'surplus'),
  amountMinor: integer,
  currency: text,
  reason: text,
  state: oneOf(...refundStates),
  provider: text,
  providerRefundId: nullable(text),
  requestedAt: integer,
  finishedAt: nullable(integer),
  lastError: nullable(text),
  failureCode: nullable(oneOf(...refundFailureCodes)),
  months: nullable(integer),
  settledBy: nullable(text),
  providerDoneAt: nullable(integer),
  doneBeforeDoubt: nullable(integer),
  retriedAt: nullable(integer),
});
