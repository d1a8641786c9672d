/** The table `erasures`: one row for each erased customer or order, without personal data. */

import { flag, generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { json } from '../json-column.ts';
import { table } from '../table.ts';

interface ErasedOrder {
  readonly id: number;
  readonly createdAt: number;
}

export const erasuresTable = table('erasures', {
  id: generatedId,
  tombstone: text,
  kind: oneOf('user', 'order'),
  userId: integer,
  userCreatedAt: integer,
  orders: json(erasedOrders),
  erasedAt: integer,
  operator: nullable(text),
  isStored: flag,
  finishedAt: nullable(integer),
});

/** @throws Error unless the parsed JSON is a list of orders. */
function erasedOrders(parsed: unknown): readonly ErasedOrder[] {
  if (!Array.isArray(parsed)) throw new Error('the JSON is no list of orders');
  return parsed.map((order: unknown) => {
    const isObject = typeof order === 'object' && order !== null && 'id' in order && 'createdAt' in order;
    if (!isObject || typeof order.id !== 'number' || typeof order.createdAt !== 'number') {
      throw new Error('the JSON is no list of orders');
    }
    return { id: order.id, createdAt: order.createdAt };
  });
}
