/** The operator's own sessions and password in the console's API. */

import { Type } from 'typebox';
import { permissions } from '../../domain/operator-roles.ts';
import { nullableText, time } from '../console/schema-fields.ts';
import { newPassword, operatorSchema } from './console-operator-schemas.ts';

export const sessionSchema = Type.Object({
  operator: operatorSchema,
  permissions: Type.Array(Type.Enum([...permissions])),
  csrf_token: Type.String({
    description: 'Token that every call that changes something sends as `X-CSRF-Token`.',
  }),
  expires_at: time(),
  weak_password: Type.Boolean({ description: 'The password is short or common and must be changed.' }),
  second_factor: Type.Enum(['on', 'off', 'must_be_set_up'], {
    description: '`must_be_set_up`: until then every call but those of the set-up is 403.',
  }),
  idle_expires_at: time(
    'Time at which the session ends if it is not used; later after each call without `X-Background: 1`.',
  ),
  shop: Type.Object({
    currency: Type.String({ description: 'The shop’s currency (ISO 4217).' }),
    time_zone: Type.String({ description: 'The shop’s time zone (IANA name).' }),
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

export const signInAnswer = Type.Union([
  sessionSchema,
  Type.Object({
    second_factor_needed: Type.Object({
      authenticator_app: Type.Boolean({ description: 'A code of the app can complete the sign-in.' }),
      passkey: Type.Boolean({ description: 'A passkey can complete the sign-in.' }),
      expires_at: time(),
    }),
  }),
]);

export const signInBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
});

/** A code of the authenticator app or a recovery code. */
export const codeBody = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) });

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
