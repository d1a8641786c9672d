/** The table `pending_sign_ins`. */

import { flag, generatedId, integer, text } from '../column.ts';
import { table } from '../table.ts';

export const pendingSignInsTable = table('pending_sign_ins', {
  id: generatedId,
  /** The digest of the secret in the cookie. The secret itself is not stored. */
  digest: text,
  operatorId: integer,
  /** The stored hash that the password matched. If the operator's password changes, the pending sign-in ends. */
  passwordHash: text,
  weakPassword: flag,
  wrongCodes: integer,
  expiresAt: integer,
});
