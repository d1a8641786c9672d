/** Membership: how long it lasts, from the months that were bought. */

import { addMonths, type Instant, type TimeZone } from './zoned-time.ts';

/** Months that one paid order (or the operator) gave a user. Revoked when that order is refunded. */
export interface MembershipGrant {
  readonly id: number;
  readonly userId: number;
  /** Null when the operator granted it. At most one grant per order. */
  readonly orderId: number | null;
  readonly months: number;
  readonly grantedAt: Instant;
  readonly revokedAt: Instant | null;
}

/**
 * End of the membership: each grant extends from max(its time, the end so far) by its calendar months.
 * The whole chain is folded anew each time, so that a revoked grant in the middle leaves no hole.
 * @returns null when no grant counts.
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
