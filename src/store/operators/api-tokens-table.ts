/** The table `api_tokens`. */

import { operatorRoles } from '../../domain/operator-roles.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const apiTokensTable = table('api_tokens', {
  id: generatedId,
  /** The digest of the token. The token itself is not stored. */
  digest: text,
  operatorId: integer,
  name: text,
  role: oneOf(...operatorRoles),
  createdAt: integer,
  expiresAt: integer,
  usedAt: nullable(integer),
});
