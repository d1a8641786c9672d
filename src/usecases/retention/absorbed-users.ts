/** Finds the users from whom everything was moved to one user, directly or through other users. */

import type { StoreReads } from '../ports/store.ts';

/** @returns the ids, without that of the user. */
export async function absorbedUsersOf(
  { erasures }: Pick<StoreReads, 'erasures'>,
  userId: number,
): Promise<number[]> {
  const people = new Set([userId]);
  // The loop also visits the elements that are added during the loop.
  for (const id of people) {
    for (const absorbed of await erasures.absorbedUsers(id)) people.add(absorbed);
  }
  people.delete(userId);
  return [...people];
}
