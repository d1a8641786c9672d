/** The table `disputes`: disputes and complaints of customers, as the payment providers report them. */

import { disputeStates } from '../../usecases/ports/dispute-report.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const disputesTable = table('disputes', {
  id: generatedId,
  provider: text,
  disputeNo: text,
  orderId: integer,
  paymentNo: text,
  state: oneOf(...disputeStates),
  amountMinor: nullable(integer),
  currency: nullable(text),
  reason: text,
  openedAt: integer,
  changedAt: integer,
});
