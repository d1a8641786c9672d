/** Sessions, operators, the audit log and users as the console sees them. */

import { Type } from 'typebox';
import { operatorRoles, permissions } from '../../domain/operator-roles.ts';
import { auditActions, auditTargetKinds } from '../../usecases/callers/audit-store.ts';
import {
  idParams,
  nextPage,
  nullableFields,
  nullableText,
  nullableTime,
  pageParameters,
  reasonText,
  time,
} from '../console/schema-fields.ts';

const role = Type.Enum([...operatorRoles]);
const name = Type.String({ minLength: 2, maxLength: 64 });
const newPassword = Type.String({ minLength: 10, maxLength: 200 });

export const operatorSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  role,
  disabled: Type.Boolean(),
  created_at: nullableTime('Null for the one that the service made.'),
});

export const sessionSchema = Type.Object({
  operator: operatorSchema,
  permissions: Type.Array(Type.Enum([...permissions])),
  csrf_token: Type.String({ description: 'For `X-CSRF-Token` of every call that changes something.' }),
  expires_at: time(),
  idle_expires_at: time('Moves with every call but those with `X-Background: 1`.'),
  shop: Type.Object({
    currency: Type.String({ description: 'ISO 4217.' }),
    time_zone: Type.String({ description: 'IANA name.' }),
    public_url: Type.String(),
    version: Type.String(),
    refund_approval: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'A refund of more needs a second operator; null: none does.',
    }),
    events: Type.Boolean({ description: 'Whether events go to systems of the shop.' }),
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

export const operatorsSchema = Type.Object({ operators: Type.Array(operatorSchema) });

export const addOperatorBody = Type.Object({ name, role, password: Type.Optional(newPassword) });

export const changeOperatorBody = Type.Object({
  role: Type.Optional(role),
  disabled: Type.Optional(Type.Boolean()),
});

export const resetPasswordBody = Type.Object({ password: Type.Optional(newPassword) });

export const madeOperatorSchema = Type.Object({
  operator: operatorSchema,
  made_password: nullableText('Told this once, where none was given.'),
});

export const auditQuery = Type.Object({
  operator: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.Enum([...auditActions])),
  target_kind: Type.Optional(Type.Enum([...auditTargetKinds])),
  target_id: Type.Optional(Type.String({ maxLength: 64, description: 'With `target_kind` alone.' })),
  ...pageParameters,
});

export const auditSchema = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: time(),
      operator: Type.String(),
      action: Type.String(),
      target_kind: Type.String(),
      target_id: Type.String(),
      address: nullableText(),
      request_id: nullableText(),
      reason: nullableText(),
      before: nullableFields('What was.'),
      after: nullableFields('What is since.'),
    }),
  ),
  before: nextPage,
});

const user = {
  id: Type.Integer(),
  kind: Type.Enum(['guest', 'user']),
  issuer: nullableText(),
  subject: nullableText('At the identity provider; null for a guest.'),
  created_at: time(),
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
  grants: Type.Array(
    Type.Object({
      id: Type.Integer(),
      order_no: nullableText('Null: an operator granted them.'),
      months: Type.Integer(),
      granted_at: time(),
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
});

export const grantParams = Type.Object({ ...idParams.properties, grant_id: Type.Integer({ minimum: 1 }) });
