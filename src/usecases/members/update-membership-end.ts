/** Computes the end of a user's membership from all grants and stores it. */

import { membershipEnd } from '../../domain/membership.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Act } from '../act.ts';

/**
 * The caller holds the user's lock.
 * @returns the end of the membership; null: every grant is revoked.
 */
export async function updateMembershipEnd(
  { tx, settings }: Pick<Act, 'tx' | 'settings'>,
  userId: number,
): Promise<Instant | null> {
  const until = membershipEnd(await tx.members.grantsOf(userId), settings.zone);
  await tx.members.setMemberUntil(userId, until);
  return until;
}
