/** Ends every token of a guest, for example after a token was lost or a stranger has seen it. */

import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { requireUser } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';

/**
 * Ends the tokens in all processes at once, including the token of this call.
 * @returns a new token, so that the guest keeps the orders and the membership.
 * @throws AppError `unauthenticated`, `forbidden` (a user of the identity provider, or an operator).
 */
export async function endGuestTokens(deps: ActDeps & Pick<Deps, 'tokens'>, caller: Caller): Promise<string> {
  if (caller.kind === 'user' || caller.kind === 'operator') {
    throw new AppError('forbidden', 'Only guests have tokens of this service.');
  }
  const userId = requireUser(caller);
  const generation = await perform(deps, { actor: system, requestId: null }, ({ tx }) =>
    tx.members.endTokens(userId),
  );
  return deps.tokens.issueGuestToken(userId, deps.clock.now(), generation);
}
