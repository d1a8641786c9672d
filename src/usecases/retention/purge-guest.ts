/**
 * Deletes a guest who has no data, together with the notes of operators about the guest. Does nothing for all other
 * users.
 */

import type { StoreTransaction } from '../ports/store.ts';

export async function purgeGuest(tx: StoreTransaction, userId: number): Promise<void> {
  await tx.members.purgeGuest(userId);
  if ((await tx.members.userById(userId)) !== undefined) return;
  await tx.inbox.removeNotesOf({ targetKind: 'user', targetId: userId });
}
