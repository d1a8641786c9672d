/**
 * Lets an operator grant months of membership, and end months that an operator granted. Both need a reason.
 */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { endObstacle } from './end-obstacle.ts';
import { unknownUser } from './search-users.ts';
import { updateMembershipEnd } from './update-membership-end.ts';

type MembershipDeps = Pick<Deps, 'store' | 'clock' | 'settings'>;

export interface MonthsToGrant {
  readonly months: number;
  readonly reason: string;
  /**
   * How many grants the user had, as the operator saw them. If this number is out of date, because the call is repeated
   * or the user got other months, the call grants nothing. Null: grant the months in any case.
   */
  readonly grantsBefore: number | null;
}

/**
 * @throws AppError `forbidden`, `unknown_item` (also for a user who was merged into another or erased),
 * `illegal_transition` (`grantsBefore` is out of date).
 */
export async function grantMonths(
  deps: MembershipDeps,
  caller: OperatorCaller,
  userId: number,
  { months, reason, grantsBefore }: MonthsToGrant,
): Promise<void> {
  requirePermission(caller, 'memberships_change');
  await deps.store.transaction(async (tx) => {
    const user = await tx.members.lockUser(userId);
    if (user === undefined) throw unknownUser();
    if (user.absorbedInto !== null || user.erasedAt !== null) {
      // A grant for this row would reach no customer.
      const detail = 'This customer was erased or merged into another customer.';
      throw new AppError('unknown_item', detail, { reason: 'unknown_user' });
    }
    if (grantsBefore !== null && (await tx.members.grantsOf(userId)).length !== grantsBefore) {
      throw new AppError('illegal_transition', 'This customer got other months of membership meanwhile.', {
        reason: 'months_granted_meanwhile',
      });
    }
    const grantedBy = caller.operator.name;
    const grantId = await tx.members.insertOperatorGrant({
      userId,
      months,
      grantedAt: deps.clock.now(),
      grantedBy,
      reason,
    });
    const until = await updateMembershipEnd({ tx, settings: deps.settings }, userId);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'months_granted',
      targetKind: 'user',
      targetId: String(userId),
      reason,
      before: { member_until: timeText(user.memberUntil) },
      after: { member_until: timeText(until), grant_id: grantId, months },
    });
  });
}

/**
 * Ends the months of one grant, see `endObstacle`. The months of later grants then begin earlier, so that the membership
 * has no gap.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the months were bought, or have ended already).
 */
export async function endMonths(
  deps: MembershipDeps,
  caller: OperatorCaller,
  userId: number,
  grantId: number,
  reason: string,
): Promise<void> {
  requirePermission(caller, 'memberships_change');
  await deps.store.transaction(async (tx) => {
    const user = await tx.members.lockUser(userId);
    if (user === undefined) throw unknownUser();
    const grants = await tx.members.grantRecordsOf(userId);
    const grant = grants.find(({ id }) => id === grantId);
    if (grant === undefined)
      throw new AppError('unknown_item', 'The user has no such months.', { reason: 'unknown_grant' });
    const obstacle = endObstacle(grant, grants, deps.clock.now(), deps.settings.zone);
    if (obstacle !== null) throw obstacle;
    await tx.members.endGrant(grantId, deps.clock.now(), caller.operator.name, reason);
    const until = await updateMembershipEnd({ tx, settings: deps.settings }, userId);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'months_ended',
      targetKind: 'user',
      targetId: String(userId),
      reason,
      before: { member_until: timeText(user.memberUntil), grant_id: grantId, months: grant.months },
      after: { member_until: timeText(until) },
    });
  });
}

function timeText(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
