/** The table `order_email_recipients`: the addresses, as keyed hashes, to which e-mails about an order were queued. */

import { integer, text } from '../column.ts';
import { table } from '../table.ts';

export const orderEmailRecipientsTable = table('order_email_recipients', {
  orderId: integer,
  addressDigest: text,
  firstAt: integer,
});
