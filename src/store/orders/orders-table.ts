/**
 * The table `orders`. A new field of `Order` that is stored as it is needs one line in `facts` and one in
 * `factsOf`, and no other change in the store.
 */

import type { Order } from '../../domain/order.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { json, textsAndNumbers } from '../json-column.ts';
import { type Row, table } from '../table.ts';

/** The columns that are fields of `Order`. */
const facts = {
  id: generatedId,
  orderNo: text,
  userId: integer,
  ownedBy: oneOf('guest', 'user'),
  goodsId: integer,
  functName: text,
  details: json(textsAndNumbers),
  priceMinor: integer,
  currency: text,
  fromUserId: nullable(integer),
  createdAt: integer,
  expiresAt: integer,
  version: integer,
};

/** The columns that make up `Order.money` and `Order.deal`; `order-row.ts` translates them. */
const states = {
  status: oneOf('wait_pay', 'cancal', 'pay', 'wait_refund', 'refund'),
  cancelledAt: nullable(integer),
  cancelledBy: nullable(oneOf('customer', 'operator', 'expiry')),
  paidAt: nullable(integer),
  attemptId: nullable(integer),
  refundNo: nullable(text),
  dealStatus: oneOf('init', 'ing', 'done', 'fail'),
  workStartedAt: nullable(integer),
  workFinishedAt: nullable(integer),
  resultFile: nullable(text),
  resultUntil: nullable(integer),
  failReason: nullable(text),
};

export const ordersTable = table('orders', {
  ...facts,
  ...states,
  /**
   * A text that is equal for orders of the same content by the same caller. The service finds duplicate
   * orders with it.
   */
  fingerprint: nullable(text),
});

/** The columns that a transition of an order writes. */
export const orderStates = table('orders', { ...states, version: facts.version });

/** Every column except the fingerprint, which is not part of an order of the domain. */
export const orderColumns = ordersTable.except('fingerprint').columns;

export type OrderRow = Omit<Row<typeof ordersTable>, 'fingerprint'>;

const details = ordersTable.only('details');

/**
 * Reads the columns of `facts`. It names each field, because look-ups of orders are the most frequent reads: the
 * loop of a `Selection` takes 0.3 µs longer, of 7 µs for a whole look-up on SQLite.
 */
export function factsOf(row: OrderRow): Omit<Order, 'money' | 'deal'> {
  return {
    id: row.id,
    orderNo: row.orderNo,
    userId: row.userId,
    ownedBy: row.ownedBy,
    goodsId: row.goodsId,
    functName: row.functName,
    details: details.read(row).details,
    priceMinor: row.priceMinor,
    currency: row.currency,
    fromUserId: row.fromUserId,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    version: row.version,
  };
}
