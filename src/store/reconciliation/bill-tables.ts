/** The tables `bill_days`, `bill_rows` and `bill_totals`: the providers' bills. */

import { billedStates, movementKinds } from '../../domain/compare-books.ts';
import { billStates } from '../../usecases/reconciliation/reconciliation-store.ts';
import { integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const billDaysTable = table('bill_days', {
  provider: text,
  day: integer,
  state: oneOf(...billStates),
  nextTryAt: integer,
  tries: integer,
  lastError: nullable(text),
  fetchedAt: nullable(integer),
  foreignRows: integer,
});

export const billRowsTable = table('bill_rows', {
  provider: text,
  day: integer,
  line: integer,
  kind: oneOf(...movementKinds),
  number: text,
  paymentNo: nullable(text),
  providerRef: text,
  amountMinor: integer,
  currency: text,
  feeMinor: nullable(integer),
  state: oneOf(...billedStates),
  at: integer,
});

export const billTotalsTable = table('bill_totals', {
  provider: text,
  day: integer,
  currency: text,
  payments: integer,
  paymentsMinor: integer,
  refunds: integer,
  refundsMinor: integer,
  feeMinor: nullable(integer),
});
