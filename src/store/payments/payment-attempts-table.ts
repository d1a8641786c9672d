/** The table `payment_attempts`. */

import { attemptStates } from '../../domain/payment-state.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const paymentAttemptsTable = table('payment_attempts', {
  id: generatedId,
  orderId: integer,
  paymentNo: text,
  provider: text,
  channel: text,
  amountMinor: integer,
  currency: text,
  jointNo: nullable(text),
  jointMinor: nullable(integer),
  title: nullable(text),
  state: oneOf(...attemptStates),
  providerRef: nullable(text),
  payerId: nullable(text),
  clientData: nullable(text),
  receivedMinor: nullable(integer),
  receivedAt: nullable(integer),
  createdAt: integer,
});
