/** Operators in the console's API. */

import { Type } from 'typebox';
import { operatorRoles } from '../../domain/operator-roles.ts';
import { passwordLengthMax, passwordLengthMin } from '../../usecases/operators/require-strong-password.ts';
import { nullableText, nullableTime } from '../console/schema-fields.ts';

const role = Type.Enum([...operatorRoles]);
const name = Type.String({ minLength: 2, maxLength: 64 });
export const newPassword = Type.String({ minLength: passwordLengthMin, maxLength: passwordLengthMax });

export const operatorSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  role,
  disabled: Type.Boolean(),
  created_at: nullableTime('Null: the operator was added by a version that did not store the time.'),
});

const listedOperatorSchema = Type.Object({
  ...operatorSchema.properties,
  second_factor: Type.Boolean({ description: 'The operator signs in with a second factor.' }),
});

export const operatorsSchema = Type.Object({
  operators: Type.Array(listedOperatorSchema),
  second_factor_required: Type.Boolean({ description: 'Every operator must have a second factor.' }),
});

export const addOperatorBody = Type.Object({ name, role, password: Type.Optional(newPassword) });

export const changeOperatorBody = Type.Object({
  role: Type.Optional(role),
  disabled: Type.Optional(Type.Boolean()),
});

export const resetPasswordBody = Type.Object({ password: Type.Optional(newPassword) });

export const madeOperatorSchema = Type.Object({
  operator: operatorSchema,
  made_password: nullableText(
    'Password that the service generated; only in this response, and null if the request contained one.',
  ),
});
