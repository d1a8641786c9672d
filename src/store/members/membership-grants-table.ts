/** The table `membership_grants`: the months that an order or an operator gave a user. */

import { generatedId, integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const membershipGrantsTable = table('membership_grants', {
  id: generatedId,
  userId: integer,
  orderId: nullable(integer),
  months: integer,
  monthsRefunded: integer,
  grantedAt: integer,
  revokedAt: nullable(integer),
  /**
   * The operators who granted or revoked the months, and their reasons. Null when an order granted the
   * months, or when the refund of an order revoked them.
   */
  grantedBy: nullable(text),
  reason: nullable(text),
  revokedBy: nullable(text),
  revokeReason: nullable(text),
});
