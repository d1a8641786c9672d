/**
 * Reads the user or guest who calls, in the transaction that writes something for this caller. The caller was identified
 * before the transaction began, and may have been erased since then. Until the transaction ends, the caller is neither
 * erased nor absorbed by another user.
 */

import type { Caller } from '../callers/caller.ts';
import { invalidToken } from '../callers/invalid-token.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { User } from './member-store.ts';

/**
 * @returns undefined for anonymous callers and operators, for a guest who was deleted because the guest had no data, and
 * for an absorbed guest.
 * @throws AppError `invalid_credential`: the caller was erased, or is a user who was absorbed.
 */
export async function holdCaller(
  { members }: Pick<StoreTransaction, 'members'>,
  caller: Caller,
): Promise<User | undefined> {
  if (caller.kind !== 'guest' && caller.kind !== 'user') return undefined;
  const user = await members.holdUser(caller.userId);
  if (user === undefined) return undefined;
  if (user.erasedAt !== null || user.kind !== caller.kind) throw invalidToken();
  return user.absorbedInto === null ? user : undefined;
}
