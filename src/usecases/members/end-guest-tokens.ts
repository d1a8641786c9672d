/**
 * Ends every token that the service has issued to a guest or, by `login`, to a user, for example after a token was lost
 * or seen by another person.
 */

import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { holdCaller } from '../callers/hold-caller.ts';
import { invalidToken } from '../callers/invalid-token.ts';
import { requireUser } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import { hasOnlyAccount } from './has-only-account.ts';

/**
 * Ends the tokens in all processes at once, including the token of this call.
 * @returns a new token, so that the caller keeps the orders and the membership. Null for a user of the identity
 * provider, whose tokens come from there.
 * @throws AppError `unauthenticated`, `forbidden` (the caller is an operator), `invalid_credential` (the caller was
 * erased, absorbed or deleted in the meantime).
 */
export async function endGuestTokens(
  deps: ActDeps & Pick<Deps, 'tokens'>,
  caller: Caller,
): Promise<string | null> {
  if (caller.kind === 'operator') {
    throw new AppError('forbidden', 'Operators have no tokens of customers.', { reason: 'role_not_allowed' });
  }
  const userId = requireUser(caller);
  return perform(deps, { actor: system, requestId: null }, async ({ tx }) => {
    if ((await holdCaller(tx, caller)) === undefined) throw invalidToken();
    const generation = await tx.members.endTokens(userId);
    const user = await tx.members.originOf(userId);
    const isOfIdentityProvider = user?.kind === 'user' && !hasOnlyAccount(user);
    const issuedAt = Math.max(deps.clock.now(), user?.createdAt ?? 0);
    return isOfIdentityProvider ? null : deps.tokens.issueGuestToken(userId, issuedAt, generation);
  });
}
