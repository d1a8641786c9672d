/** Orders in lists of the console's API: the query, the fields of each order and how they are written. */

import { type Static, Type } from 'typebox';
import { invalidParameter } from '../../domain/errors.ts';
import type { CountedOrders } from '../../usecases/orders/count-orders.ts';
import { type Findings, matches } from '../../usecases/orders/find-anything.ts';
import type { FoundOrder } from '../../usecases/orders/order-store.ts';
import type { OrderSearch } from '../../usecases/orders/search-orders.ts';
import {
  maskedOrderNo,
  money,
  nextPage,
  nullableText,
  nullableTime,
  pageParameters,
  time,
} from '../console/schema-fields.ts';
import { timeParameter } from '../console/time-parameters.ts';
import { utcText } from '../console/utc-text.ts';

const statuses = ['wait_pay', 'pay', 'cancal', 'wait_refund', 'refund'] as const;
const dealStatuses = ['init', 'ing', 'done', 'fail'] as const;

/** The search conditions of the list. A saved filter can contain the same conditions. */
export const orderConditions = {
  status: Type.Optional(Type.Enum([...statuses])),
  deal_status: Type.Optional(Type.Enum([...dealStatuses])),
  goods_id: Type.Optional(Type.Integer({ minimum: 1 })),
  refund_state: Type.Optional(
    Type.Enum(['requested', 'pending', 'failed', 'open'], {
      description:
        'Orders with a refund in this state: a refund of the order itself or of a surplus payment. `open` means any of the three others.',
    }),
  ),
};

const orderFilters = {
  order_no: Type.Optional(
    Type.String({
      maxLength: 28,
      description:
        'The whole order number, its beginning (at least 6 characters; only the first 9 are compared), its last 4 characters, or a masked number.',
    }),
  ),
  user_id: Type.Optional(Type.Integer({ minimum: 1 })),
  ...orderConditions,
  from: Type.Optional(Type.String({ maxLength: 32, description: 'A time in UTC.' })),
  to: Type.Optional(Type.String({ maxLength: 32, description: 'End of the period in UTC, not included.' })),
};

export const ordersQuery = Type.Object({ ...orderFilters, ...pageParameters });

export const ordersCsvQuery = Type.Object({
  ...orderFilters,
  ids: Type.Optional(
    Type.String({
      maxLength: 1600,
      description: 'Ids of at most 100 orders, separated by commas. The other parameters are then ignored.',
    }),
  ),
});

const exportedIdsMax = 100;

/** @throws AppError `invalid_parameters`. */
export function orderIdsOf(ids: string): number[] {
  const found = ids.split(',');
  if (found.length > exportedIdsMax) {
    throw invalidParameter('ids', 'list_max', `must have at most ${exportedIdsMax} ids`, {
      max: exportedIdsMax,
    });
  }
  if (!found.every((id) => /^[1-9]\d{0,14}$/.test(id))) {
    throw invalidParameter('ids', 'list_item', 'must be ids, separated by commas');
  }
  return found.map(Number);
}

/** @throws AppError `invalid_parameters`. */
export function orderSearchOf(query: Static<typeof ordersCsvQuery>): OrderSearch {
  return {
    typedNumber: query.order_no ?? null,
    userId: query.user_id ?? null,
    status: query.status ?? null,
    dealStatus: query.deal_status ?? null,
    goodsId: query.goods_id ?? null,
    refundState: query.refund_state ?? null,
    from: timeParameter('from', query.from),
    to: timeParameter('to', query.to),
  };
}

/** The fields that an order has both in lists and in the response for a single order. */
export const orderItem = {
  id: Type.Integer(),
  order_no: maskedOrderNo(),
  user_id: Type.Integer(),
  goods_id: Type.Integer(),
  good_title: Type.String({ description: 'Present title of the good.' }),
  funct_name: Type.String(),
  price: money(),
  currency: Type.String(),
  status: Type.Enum([...statuses]),
  deal_status: Type.Enum([...dealStatuses]),
  version: Type.Integer({ description: 'Rises with each change of the order.' }),
  created_at: time(),
  paid_at: nullableTime(),
  refund_state: nullableText(
    'State of the refund of the order’s price: `requested`, `pending`, `done` or `failed`.',
  ),
  refundable: Type.Integer({
    description:
      'What a refund of the order would return now: the price less partial refunds. In 1/100 of the major currency unit.',
  }),
};

export function orderItemToWire({ order, goodTitle, refundState, refundableMinor }: FoundOrder) {
  const { money } = order;
  return {
    id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    goods_id: order.goodsId,
    good_title: goodTitle,
    funct_name: order.functName,
    price: order.priceMinor,
    currency: order.currency,
    status: money.status,
    deal_status: order.deal.status,
    version: order.version,
    created_at: utcText(order.createdAt),
    paid_at: 'paidAt' in money ? utcText(money.paidAt) : null,
    refund_state: refundState,
    refundable: refundableMinor,
  };
}

export const ordersSchema = Type.Object({ orders: Type.Array(Type.Object(orderItem)), before: nextPage });

export const searchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'The number of an order (or a part as in `order_no` of the order search), payment or refund, the number that a payment provider gave, the id of an order or user, the subject of a user, or the address to which e-mails about an order go.',
  }),
});

export const findingsSchema = Type.Object({
  orders: Type.Array(
    Type.Object({
      ...orderItem,
      by: Type.Enum([...matches], { description: 'What the text was compared with.' }),
    }),
  ),
  users: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: Type.Enum(['guest', 'user']),
      subject: nullableText('The user’s id at the identity provider; null for a guest.'),
    }),
  ),
});

export function findingsToWire({ orders, users }: Findings) {
  return {
    orders: orders.map((found) => ({ ...orderItemToWire(found), by: found.by })),
    users: users.map(({ id, kind, subject }) => ({ id, kind, subject })),
  };
}

export const orderCountsQuery = Type.Object({
  from: Type.String({ maxLength: 32, description: 'A time in UTC, at most 31 days before `to`.' }),
  to: Type.Optional(
    Type.String({ maxLength: 32, description: 'End of the period in UTC, not included; missing: now.' }),
  ),
});

export const orderCountsSchema = Type.Object({
  from: time(),
  to: time('End of the period, not included.'),
  total: Type.Integer(),
  counts: Type.Array(
    Type.Object({
      status: Type.Enum([...statuses]),
      deal_status: Type.Enum([...dealStatuses]),
      refund_failed: Type.Boolean({
        description:
          'Whether the refund of these orders has failed. Only orders in `wait_refund` have such a refund.',
      }),
      orders: Type.Integer(),
    }),
  ),
});

export function orderCountsToWire({ from, to, counts }: CountedOrders) {
  return {
    from: utcText(from),
    to: utcText(to),
    total: counts.reduce((sum, { orders }) => sum + orders, 0),
    counts: counts.map(({ status, dealStatus, hasFailedRefund, orders }) => ({
      status,
      deal_status: dealStatus,
      refund_failed: hasFailedRefund,
      orders,
    })),
  };
}
