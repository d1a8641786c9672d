/**
 * Issues another token to the guest who calls, for a second device. `endGuestTokens` ends all tokens of a guest, this
 * one included.
 */

import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../callers/caller.ts';
import type { Credentials } from '../callers/credentials.ts';
import { requireUser } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';

/**
 * The new token gets the generation of the token in the request and not the user's present generation. If the guest
 * ends all tokens while this call runs, the new token is therefore not valid either.
 * @param caller the caller whom the credentials identify.
 * @throws AppError `unauthenticated`, `forbidden` (a user who has signed in, or an operator).
 */
export async function issueGuestToken(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  caller: Caller,
  { bearer, cookie }: Credentials,
): Promise<string> {
  if (caller.kind === 'user' || caller.kind === 'operator') {
    throw new AppError('forbidden', 'Only guests have tokens of this service.');
  }
  const userId = requireUser(caller);
  const presented = await tokens.verify(bearer ?? cookie ?? '', clock.now());
  if (presented?.kind !== 'guest') throw new AppError('invalid_credential', 'The token is not valid.');
  return tokens.issueGuestToken(userId, Math.max(clock.now(), presented.issuedAt), presented.generation);
}
