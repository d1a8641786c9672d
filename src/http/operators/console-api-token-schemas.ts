/** API tokens of operators in the console's API. */

import { Type } from 'typebox';
import { operatorRoles } from '../../domain/operator-roles.ts';
import { tokenDaysMax } from '../../usecases/operators/api-tokens.ts';
import { nullableTime, time } from '../console/schema-fields.ts';

const role = Type.Enum([...operatorRoles]);

const apiTokenSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  role,
  operator_name: Type.String(),
  created_at: time(),
  expires_at: time(),
  used_at: nullableTime('Time of the last use; null: never used.'),
});

export const apiTokensQuery = Type.Object({ whose: Type.Optional(Type.Enum(['own', 'all'])) });

export const apiTokensSchema = Type.Object({ api_tokens: Type.Array(apiTokenSchema) });

export const createApiTokenBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  role,
  days: Type.Integer({
    minimum: 1,
    maximum: tokenDaysMax,
    description: 'Number of days after which the token ends.',
  }),
});

export const createdApiTokenSchema = Type.Object({
  api_token: apiTokenSchema,
  secret: Type.String({
    description: 'The token, for `Authorization: Bearer`. Only this response contains it.',
  }),
});
