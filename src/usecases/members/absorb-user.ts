/**
 * Moves everything of one user to another user: orders, membership months, accounts at payment providers, consents and
 * notes. The first user then ends, so that no order can be placed as a user as whom no customer can sign in any more, and
 * so that the user belongs to one customer only, with whom it is erased. A guest’s token counts as no token from then
 * on. Any other user loses the name, and its tokens become invalid.
 */

import { AppError } from '../../domain/errors.ts';
import type { Act } from '../act.ts';
import type { StoreReads } from '../ports/store.ts';
import { accountIssuer } from './has-only-account.ts';
import type { ProviderAccount, User } from './member-store.ts';
import { updateMembershipEnd } from './update-membership-end.ts';

type AccountName = Pick<ProviderAccount, 'provider' | 'accountId'>;
type AbsorbedUser = Pick<User, 'id' | 'kind' | 'absorbedInto'>;

/**
 * @param from the user as read in this transaction.
 * @throws ChangedMeanwhile: one of the users was erased or absorbed at this moment.
 */
export async function absorb(act: Act, from: AbsorbedUser, to: Pick<User, 'id'>): Promise<void> {
  const { members, inbox } = act.tx;
  await members.moveBelongings(from.id, to.id);
  const ids = [from.id, to.id].sort((a, b) => a - b);
  for (const id of ids) {
    const user = await members.lockUser(id);
    // An erasure or another `login` may have ended before this transaction held the lock.
    if (user?.erasedAt !== null) throw new ChangedMeanwhile();
    if (user.absorbedInto !== (id === from.id ? from.absorbedInto : null)) throw new ChangedMeanwhile();
  }
  // Move again: another transaction may have added an order or months before this transaction held the locks.
  await members.moveBelongings(from.id, to.id);
  await members.markAbsorbed(from, to.id);
  await inbox.moveNotes({ targetKind: 'user', targetId: from.id }, to.id);
  for (const id of ids) await updateMembershipEnd(act, id);
}

/**
 * If an account at a payment provider belongs to a user, no other user may be known by that account. Moves everything
 * of the user who has signed in only with this account to the user to whom the account belongs.
 */
export async function absorbUserOfAccount(
  act: Act,
  account: AccountName,
  owner: Pick<User, 'id'>,
): Promise<void> {
  const other = await userOfAccount(act.tx, account, owner);
  if (other !== undefined) await absorb(act, other, owner);
}

/** @returns the user who has signed in only with this account although it belongs to the owner; usually undefined. */
export async function userOfAccount(
  { members }: Pick<StoreReads, 'members'>,
  { provider, accountId }: AccountName,
  owner: Pick<User, 'id'>,
): Promise<User | undefined> {
  const other = await members.userBySubject(`${accountIssuer}${provider}`, accountId);
  return other?.id === owner.id ? undefined : other;
}

/** One of the users was erased or absorbed at this moment. If the transaction runs again, it reads the present users. */
export class ChangedMeanwhile extends AppError<'unavailable'> {
  constructor() {
    super('unavailable', 'The customer was just erased or merged. Please try again.', { retryAfterS: 1 });
  }
}
