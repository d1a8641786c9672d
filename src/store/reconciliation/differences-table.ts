/** The table `differences`: how the providers' bills differ from the service's own records. */

import { billedStates, differenceTypes, movementKinds } from '../../domain/compare-books.ts';
import { remedies, resolutions } from '../../usecases/reconciliation/reconciliation-store.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const differencesTable = table('differences', {
  id: generatedId,
  provider: text,
  day: integer,
  kind: oneOf(...movementKinds),
  number: text,
  paymentNo: nullable(text),
  orderId: nullable(integer),
  type: oneOf(...differenceTypes),
  providerRef: nullable(text),
  billedMinor: nullable(integer),
  billedCurrency: nullable(text),
  billedState: nullable(oneOf(...billedStates)),
  ownMinor: nullable(integer),
  ownCurrency: nullable(text),
  ownState: nullable(oneOf(...billedStates, 'open')),
  remedy: oneOf(...remedies),
  foundAt: integer,
  remediedAt: nullable(integer),
  remediedBy: nullable(text),
  resolution: nullable(oneOf(...resolutions)),
  resolvedAt: nullable(integer),
  resolvedBy: nullable(text),
  reason: nullable(text),
});
