/** The figures of a period in the console's API. */

import { Type } from 'typebox';
import { money, nullableInteger } from '../console/schema-fields.ts';

const day = Type.String({ minLength: 10, maxLength: 10, description: '`YYYY-MM-DD` in the shop’s zone.' });

export const numbersQuery = Type.Object({ from: day, to: day });

const way = {
  good_id: Type.Integer(),
  provider: Type.String(),
  channel: Type.String(),
  currency: Type.String(),
  amount: money(),
  count: Type.Integer(),
};

const period = Type.Object({
  from: day,
  to: day,
  median_picture_ms: nullableInteger(
    'The median time from payment to picture, of orders placed in the period that are not refunded; null: no picture is finished.',
  ),
  days: Type.Array(
    Type.Object({
      day,
      sales: Type.Array(Type.Object(way), {
        description: 'Payments that paid orders, by the day on which the money arrived.',
      }),
      refunds: Type.Array(Type.Object(way), {
        description: 'Refunds of orders, by the day on which they finished, and the way of the payment.',
      }),
      settled: Type.Array(Type.Object(way), {
        description: 'Failed refunds of orders that operators settled in another way; `refunds` lacks them.',
      }),
      unpaid_deleted: Type.Boolean({
        description:
          'Unpaid orders of the day may have been deleted, because the day is older than their retention.',
      }),
      orders: Type.Array(
        Type.Object({
          good_id: Type.Integer(),
          placed: nullableInteger('null: unpaid orders of the day may have been deleted.'),
          paid: Type.Integer(),
          failed: Type.Integer({ description: 'The work failed permanently.' }),
          refunded: Type.Integer({ description: 'The order was refunded, or its refund is open.' }),
        }),
        { description: 'Orders by the day on which they were placed, with their present state.' },
      ),
    }),
    { description: 'Every day of the period, oldest first.' },
  ),
});

const reasons = Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }));

export const numbersSchema = Type.Object({
  time_zone: Type.String(),
  now: period,
  before: Type.Object(period.properties, {
    description: 'The equally long period that ends on the day before `from`.',
  }),
  fail_reasons: reasons,
  refund_reasons: reasons,
  goods: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String() })),
});
