/**
 * Moves everything of one user to another user: orders, membership months, accounts at payment providers, and notes.
 */

import type { Act } from '../act.ts';
import type { User } from './member-store.ts';
import { updateMembershipEnd } from './update-membership-end.ts';

export async function absorb(act: Act, from: Pick<User, 'id'>, to: Pick<User, 'id'>): Promise<void> {
  const { members, inbox } = act.tx;
  await members.moveBelongings(from.id, to.id);
  await inbox.moveNotes({ targetKind: 'user', targetId: from.id }, to.id);
  for (const id of [from.id, to.id].sort((a, b) => a - b)) {
    await members.lockUser(id);
    await updateMembershipEnd(act, id);
  }
}
