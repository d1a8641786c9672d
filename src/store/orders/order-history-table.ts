/** The table `order_history`. `type` and `at` repeat fields of the event, for people who read the table. */

import { integer, text } from '../column.ts';
import { json } from '../json-column.ts';
import { table } from '../table.ts';
import { parseActor, parseOrderEvent } from './parse-order-event.ts';

export const orderHistoryTable = table('order_history', {
  orderId: integer,
  seq: integer,
  type: text,
  at: integer,
  event: json(parseOrderEvent),
  actor: json(parseActor),
});
