/** The audit log in the console's API. */

import { Type } from 'typebox';
import { auditActions, auditTargetKinds } from '../../usecases/callers/audit-store.ts';
import {
  nextPage,
  nullableFields,
  nullableInteger,
  nullableText,
  pageParameters,
  time,
} from '../console/schema-fields.ts';

export const auditQuery = Type.Object({
  operator: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.Enum([...auditActions])),
  target_kind: Type.Optional(Type.Enum([...auditTargetKinds])),
  target_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'Allowed only together with `target_kind`.' }),
  ),
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
      target_id: Type.String({
        description: 'Id or name of the changed item; for an order its masked number.',
      }),
      order_id: nullableInteger('The id of the order that the entry is about.'),
      address: nullableText(),
      request_id: nullableText(),
      reason: nullableText(),
      before: nullableFields('Values before the change.'),
      after: nullableFields('Values after the change.'),
    }),
  ),
  before: nextPage,
});
