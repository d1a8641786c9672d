/** The table `order_emails`: the addresses to which customers want e-mails about an order. */

import { languages } from '../../domain/language.ts';
import { integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const orderEmailsTable = table('order_emails', {
  orderId: integer,
  address: nullable(text),
  addressDigest: text,
  language: oneOf(...languages),
  unsubscribeToken: text,
  messageKey: text,
  entries: integer,
  queued: integer,
  enteredAt: integer,
  unsubscribedAt: nullable(integer),
});
