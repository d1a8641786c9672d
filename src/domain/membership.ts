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
  /** How many of `months` were refunded before they began. Refunded months do not count. Always less than `months`. */
  readonly monthsRefunded: number;
  readonly grantedAt: Instant;
  readonly revokedAt: Instant | null;
}

/** The part of a membership that one grant adds. */
interface GrantPeriod {
  readonly grant: MembershipGrant;
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * The calendar months of a grant begin at the time of the grant or at the end of the earlier grants, whichever is
 * later. The periods are computed from all grants each time, so that a revoked grant in the middle leaves no gap.
 */
function grantPeriods(grants: readonly MembershipGrant[], zone: TimeZone): GrantPeriod[] {
  const counted = grants
    .filter((grant) => grant.revokedAt === null)
    .toSorted((a, b) => a.grantedAt - b.grantedAt || a.id - b.id);
  const periods: GrantPeriod[] = [];
  for (const grant of counted) {
    const start = Math.max(periods.at(-1)?.end ?? grant.grantedAt, grant.grantedAt);
    periods.push({ grant, start, end: addMonths(start, monthsLeft(grant), zone) });
  }
  return periods;
}

/** @returns null when there is no grant, or every grant is revoked. */
export function membershipEnd(grants: readonly MembershipGrant[], zone: TimeZone): Instant | null {
  return grantPeriods(grants, zone).at(-1)?.end ?? null;
}

/** When the months of a grant end; null: the grant is revoked. @param grants all grants of the user. */
export function grantEnd(
  grants: readonly MembershipGrant[],
  grantId: number,
  zone: TimeZone,
): Instant | null {
  return grantPeriods(grants, zone).find(({ grant }) => grant.id === grantId)?.end ?? null;
}

/** Whether the membership would end earlier or later without the grant of this order. */
export function changesMembershipEnd(
  grants: readonly MembershipGrant[],
  orderId: number,
  zone: TimeZone,
): boolean {
  const others = grants.filter((grant) => grant.orderId !== orderId);
  return membershipEnd(others, zone) !== membershipEnd(grants, zone);
}

/**
 * How many months of an order's grant have not begun.
 * @param grants all grants of the user, because earlier grants decide when the months begin.
 */
export function monthsNotBegun(
  grants: readonly MembershipGrant[],
  orderId: number,
  now: Instant,
  zone: TimeZone,
): number {
  const period = grantPeriods(grants, zone).find(({ grant }) => grant.orderId === orderId);
  if (period === undefined) return 0;
  const months = monthsLeft(period.grant);
  let begun = 0;
  while (begun < months && addMonths(period.start, begun, zone) <= now) begun++;
  return months - begun;
}

function monthsLeft({ months, monthsRefunded }: MembershipGrant): number {
  return months - monthsRefunded;
}

export function isMember(memberUntil: Instant | null, now: Instant): boolean {
  return memberUntil !== null && memberUntil > now;
}
