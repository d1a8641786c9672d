/** The table `outside_events`: webhook events, kept so that an operator can send them again. */

import { integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const webhookEventsTable = table('outside_events', {
  eventId: text,
  /** Null: the event is about no order that the service knows. */
  orderId: nullable(integer),
  type: text,
  body: text,
  createdAt: integer,
});
