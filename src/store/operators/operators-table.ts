/** The table `operators`. */

import { operatorRoles } from '../../domain/operator-roles.ts';
import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const operatorsTable = table('operators', {
  id: generatedId,
  name: text,
  passwordHash: text,
  role: oneOf(...operatorRoles),
  /** Null for operators that were added before this column existed. */
  createdAt: nullable(integer),
  disabledAt: nullable(integer),
  /** The hash of the value of `ADMIN_PASSWORD` that this operator received last. */
  environmentHash: nullable(text),
});
