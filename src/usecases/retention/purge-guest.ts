/**
 * Deletes a guest who has no data, together with the notes of operators about the guest. Does nothing for all other
 * users.
 */

import type { StoreTransaction } from '../ports/store.ts';

export async function purgeGuest(tx: StoreTransaction, userId: number): Promise<void> {
  // Wait for the end of a call in which this guest places an order. A deletion without the lock does not see the order,
  // and the foreign key of the order then refuses the deletion.
  if ((await tx.members.lockUser(userId)) === undefined) return;
  await tx.members.purgeGuest(userId);
  if ((await tx.members.userById(userId)) !== undefined) return;
  await tx.inbox.removeNotesOf({ targetKind: 'user', targetId: userId });
}
