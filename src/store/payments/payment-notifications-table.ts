/** The table `payment_notifies`: every payment notification on which the service acted and its verdict, kept for the operator. */

import { integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const paymentNotificationsTable = table('payment_notifies', {
  provider: text,
  eventId: text,
  paymentNo: nullable(text),
  refundNo: nullable(text),
  verdict: text,
  receivedAt: integer,
  receivedMinor: nullable(integer),
  currency: nullable(text),
});
