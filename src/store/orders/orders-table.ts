/** The table `orders`. A new field of `Order` that is stored as it is needs a line here and nowhere else in the store. */

import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { json, textsAndNumbers } from '../json-column.ts';
import { table } from '../table.ts';

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
  /** Equal for orders of the same content by the same caller; finds duplicate orders. */
  fingerprint: nullable(text),
});

export const orderFacts = table('orders', facts).all;

/** What a transition of an order writes. */
export const orderStates = table('orders', { ...states, version: facts.version });
