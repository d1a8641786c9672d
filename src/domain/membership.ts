/** Computes how long a membership lasts from the months that were bought. */

import { addMonths, type Instant, type TimeZone } from './zoned-time.ts';

/** Months that a user got from one paid order or from an operator. Revoked when the order is refunded. */
export interface MembershipGrant {
  readonly id: number;
  readonly userId: number;
  /**
   * The order that granted the months; null when an operator granted them. An order has at most one grant.
   */
  readonly orderId: number | null;
  readonly months: number;
  readonly grantedAt: Instant;
  readonly revokedAt: Instant | null;
}

/**
 * The end of the membership. Each grant adds its calendar months to its own time or to the end of the earlier
 * grants, whichever is later. The end is computed from all grants each time, so that a revoked grant in the middle
 * leaves no gap.
 * @returns null when there is no grant, or every grant is revoked.
 */
export function membershipEnd(grants: readonly MembershipGrant[], zone: TimeZone): Instant | null {
  const counted = grants
    .filter((grant) => grant.revokedAt === null)
    .toSorted((a, b) => a.grantedAt - b.grantedAt || a.id - b.id);
  let end: Instant | null = null;
  for (const grant of counted) {
    const start: Instant = end === null ? grant.grantedAt : Math.max(end, grant.grantedAt);
    end = addMonths(start, grant.months, zone);
  }
  return end;
}

export function isMember(memberUntil: Instant | null, now: Instant): boolean {
  return memberUntil !== null && memberUntil > now;
}
