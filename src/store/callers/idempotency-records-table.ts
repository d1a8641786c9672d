/** The table `idempotency_records`: the stored responses of calls with an idempotency key. */

import { integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const idempotencyRecordsTable = table('idempotency_records', {
  scope: text,
  key: text,
  bodyHash: text,
  answer: nullable(text),
  orderNo: nullable(text),
  createdAt: integer,
});
