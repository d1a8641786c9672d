/**
 * An operator moves everything of a guest to a signed-in user, for a customer who ordered before signing in or on
 * another device.
 */

import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import { absorb } from './absorb-user.ts';
import { unknownUser } from './search-users.ts';

/**
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the first user is no guest or is erased, or the
 * second is a guest), `unavailable` (one of them was erased or absorbed at this moment).
 */
export async function mergeGuest(
  deps: ActDeps,
  caller: OperatorCaller,
  guestId: number,
  userId: number,
  reason: string,
): Promise<void> {
  requirePermission(caller, 'users_merge');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { members } = act.tx;
    const [guest, user] = [await members.userById(guestId), await members.userById(userId)];
    if (guest === undefined || user === undefined) throw unknownUser();
    if (guest.kind !== 'guest' || guest.erasedAt !== null || user.kind !== 'user') {
      throw new AppError(
        'illegal_transition',
        'Only a guest can be merged, and only into a signed-in user.',
        {
          reason: 'merge_needs_guest_and_user',
        },
      );
    }
    await absorb(act, guest, user);
    await recordAudit(act, caller, {
      action: 'guest_merged',
      targetKind: 'user',
      targetId: String(guestId),
      reason,
      before: null,
      after: { merged_into: userId },
    });
  });
}
