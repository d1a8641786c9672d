/** Decides whether an operator can end the months of a grant: for the list of grants, and for the call that ends them. */

import { AppError } from '../../domain/errors.ts';
import { grantEnd } from '../../domain/membership.ts';
import type { Instant, TimeZone } from '../../domain/zoned-time.ts';
import type { GrantRecord } from './member-store.ts';

/**
 * Months that are over stay: without them, later months would count from an earlier time, and the customer would lose
 * months that were bought. The months of an order that cost nothing can be ended, because no refund can end them.
 * @param grants all grants of the user.
 * @returns null: the months can be ended.
 */
export function endObstacle(
  grant: GrantRecord,
  grants: readonly GrantRecord[],
  now: Instant,
  zone: TimeZone,
): AppError | null {
  if (grant.orderPriceMinor !== null && grant.orderPriceMinor > 0) {
    return new AppError('illegal_transition', 'These months were bought. Refund the order to end them.', {
      reason: 'months_were_bought',
    });
  }
  const end = grantEnd(grants, grant.id, zone);
  if (end !== null && end > now) return null;
  return new AppError('illegal_transition', 'These months have already ended.', {
    reason: 'months_already_ended',
  });
}
