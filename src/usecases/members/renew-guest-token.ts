/**
 * Renews the token of a guest who uses the shop, so that the guest loses neither orders nor membership when the token
 * expires or the browser deletes the cookie.
 */

import type { Caller } from '../callers/caller.ts';
import type { Credentials } from '../callers/credentials.ts';
import type { Deps } from '../deps.ts';

/** A token that is younger is not renewed: with each call, its holder would have to store another token. */
const renewedAfterMs = 30 * 24 * 60 * 60 * 1000;

/**
 * The new token gets the generation of the token in the request, as in `issueGuestToken`, so that a token that has ended
 * leads to no token that is valid.
 * @param caller the caller whom the credentials identify.
 * @returns null for a young token, and for a caller who is not a guest.
 */
export async function renewGuestToken(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  caller: Caller,
  { bearer, cookie }: Credentials,
): Promise<string | null> {
  if (caller.kind !== 'guest') return null;
  const now = clock.now();
  const presented = await tokens.verify(bearer ?? cookie ?? '', now);
  if (presented?.kind !== 'guest' || now - presented.issuedAt <= renewedAfterMs) return null;
  return tokens.issueGuestToken(caller.userId, now, presented.generation);
}
