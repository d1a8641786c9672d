/** The tables `sandbox_payments` and `sandbox_refunds`: the ledger of the sandbox. */

import { sandboxPaymentStates, sandboxRefundStates } from '../../usecases/ports/sandbox-ledger.ts';
import { integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const sandboxPaymentsTable = table('sandbox_payments', {
  paymentNo: text,
  amountMinor: integer,
  currency: text,
  title: text,
  state: oneOf(...sandboxPaymentStates),
  plan: oneOf('none', 'late'),
  refundPlan: oneOf('done', 'pending', 'failed'),
  notifyUrl: text,
  returnUrl: text,
  providerRef: nullable(text),
  paidAt: nullable(integer),
  expiresAt: integer,
  createdAt: integer,
});

export const sandboxRefundsTable = table('sandbox_refunds', {
  refundNo: text,
  paymentNo: text,
  amountMinor: integer,
  state: oneOf(...sandboxRefundStates),
  notifyUrl: text,
  createdAt: integer,
  finishedAt: nullable(integer),
});
