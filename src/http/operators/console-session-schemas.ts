/** Sessions and one's own password in the console's API. */

import { Type } from 'typebox';
import { permissions } from '../../domain/operator-roles.ts';
import { nullableText, time } from '../console/schema-fields.ts';
import { newPassword, operatorSchema } from './console-operator-schemas.ts';

export const sessionSchema = Type.Object({
  operator: operatorSchema,
  permissions: Type.Array(Type.Enum([...permissions])),
  csrf_token: Type.String({ description: 'For `X-CSRF-Token` of every call that changes something.' }),
  expires_at: time(),
  weak_password: Type.Boolean({ description: 'The password is short or common and must be changed.' }),
  idle_expires_at: time(
    'Time at which the session ends if it is not used; later after each call without `X-Background: 1`.',
  ),
  shop: Type.Object({
    currency: Type.String({ description: 'ISO 4217.' }),
    time_zone: Type.String({ description: 'IANA name.' }),
    public_url: Type.String(),
    version: Type.String(),
    refund_approval: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'A refund above this amount needs a second operator; null: no refund does.',
    }),
    events: Type.Boolean({ description: 'Whether events are sent to the shop’s own systems.' }),
    providers: Type.Array(Type.String()),
  }),
});

export const signInBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
});

export const sessionsQuery = Type.Object({ whose: Type.Optional(Type.Enum(['own', 'all'])) });

export const sessionsSchema = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      operator_id: Type.Integer(),
      operator_name: Type.String(),
      created_at: time(),
      seen_at: time(),
      expires_at: time(),
      user_agent: nullableText(),
      address: Type.String(),
      current: Type.Boolean(),
    }),
  ),
});

export const passwordBody = Type.Object({
  old_password: Type.String({ minLength: 1, maxLength: 200 }),
  new_password: newPassword,
});
