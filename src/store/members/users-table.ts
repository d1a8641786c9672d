/** The table `users`: guests, and the users whom an identity provider has authenticated. */

import { generatedId, integer, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const usersTable = table('users', {
  id: generatedId,
  kind: oneOf('guest', 'user'),
  /** `issuer` and `subject` identify a user of the identity provider; both are null for a guest. */
  issuer: nullable(text),
  subject: nullable(text),
  memberUntil: nullable(integer),
  createdAt: integer,
  tokenGeneration: integer,
  /** When the person was erased. An erased user is a guest without a token, and owns the erased orders. */
  erasedAt: nullable(integer),
  /** The user to whom everything of this user was moved first. The user’s own tokens are not accepted since then. */
  absorbedInto: nullable(integer),
});
