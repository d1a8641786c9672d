/** The table `refused_notifications`: how many payment notifications were refused or repeated, by hour. */

import { refusalCodes } from '../../usecases/payments/payment-store.ts';
import { integer, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const refusedNotificationsTable = table('refused_notifications', {
  provider: text,
  code: oneOf(...refusalCodes),
  hourAt: integer,
  times: integer,
  lastAt: integer,
  lastWhy: text,
});
