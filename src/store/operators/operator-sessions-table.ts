/** The table `operator_sessions`. */

import { flag, generatedId, integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const operatorSessionsTable = table('operator_sessions', {
  id: generatedId,
  /** The digest of the secret in the cookie. The secret itself is not stored. */
  digest: text,
  operatorId: integer,
  createdAt: integer,
  seenAt: integer,
  expiresAt: integer,
  userAgent: nullable(text),
  address: text,
  /** Whether the password of the sign-in breaks the rules for new passwords. */
  weakPassword: flag,
  /** When the operator last gave a proof of identity: at the sign-in, or later in the session. */
  provenAt: integer,
});
