/** Users and their months of membership in the console's API. */

import { Type } from 'typebox';
import {
  idParams,
  money,
  nextPage,
  nullableInteger,
  nullableText,
  nullableTime,
  pageParameters,
  reasonText,
  time,
} from '../console/schema-fields.ts';

const user = {
  id: Type.Integer(),
  kind: Type.Enum(['guest', 'user']),
  issuer: nullableText(),
  subject: nullableText('The user’s id at the identity provider; null for a guest.'),
  created_at: time(),
  erased_at: nullableTime('When the person was erased; null: not erased.'),
  member_until: nullableTime(),
  is_member: Type.Boolean(),
};

export const usersQuery = Type.Object({
  id: Type.Optional(Type.Integer({ minimum: 1 })),
  subject: Type.Optional(Type.String({ maxLength: 255 })),
  ...pageParameters,
});

export const usersSchema = Type.Object({ users: Type.Array(Type.Object(user)), before: nextPage });

export const userDetailSchema = Type.Object({
  ...user,
  orders: Type.Integer({ description: 'The number of the user’s orders, paid or not.' }),
  last_order_at: nullableTime(),
  spent: Type.Array(Type.Object({ currency: Type.String(), amount: money(), orders: Type.Integer() }), {
    description: 'Orders that are paid and not refunded, by currency.',
  }),
  grants: Type.Array(
    Type.Object({
      id: Type.Integer(),
      order_id: nullableInteger('Order that bought the months; null: an operator granted them.'),
      order_no: nullableText('The number of the order, masked.'),
      months: Type.Integer(),
      months_refunded: Type.Integer({
        description: 'How many of the months were refunded before they began.',
      }),
      granted_at: time(),
      until: nullableTime('When the months end; null: an operator or a refund has ended them.'),
      can_end: Type.Boolean({
        description: 'Whether an operator can end the months: they are not over, and were not bought.',
      }),
      granted_by: nullableText(),
      reason: nullableText(),
      revoked_at: nullableTime(),
      revoked_by: nullableText(),
      revoke_reason: nullableText(),
    }),
  ),
});

export const grantBody = Type.Object({
  months: Type.Integer({ minimum: 1, maximum: 36 }),
  reason: reasonText,
  grants_before: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'The number of `grants` of the user that the operator saw. If it is another number now, for example because the call is repeated, the call grants nothing. Without it, the call grants the months in any case.',
    }),
  ),
});

export const mergeBody = Type.Object({
  into: Type.Integer({ minimum: 1, description: 'The id of the signed-in user.' }),
  reason: reasonText,
});

export const grantParams = Type.Object({ ...idParams.properties, grant_id: Type.Integer({ minimum: 1 }) });
