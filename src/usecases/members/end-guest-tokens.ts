/**
 * Ends every token that the service has issued to a guest or, by `login`, to a user, for example after a token was lost
 * or seen by another person.
 */

import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { holdCaller } from '../callers/hold-caller.ts';
import type { IdempotencyRecord } from '../callers/idempotency-store.ts';
import { invalidToken } from '../callers/invalid-token.ts';
import { requireUser } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import type { AnonymousKey, AnswerSeals } from '../ports/answer-seals.ts';
import { hasOnlyAccount } from './has-only-account.ts';

/**
 * Identifies a call by its `Idempotency-Key` and its credential. Only the caller knows both, so they prove that a repeated
 * call comes from the same caller, although the first call has ended the credential.
 */
export interface EndingKey {
  readonly key: string;
  readonly credential: string;
}

export interface EndedTokens {
  /** A new token, so that the caller keeps the orders and the membership. Null for a user of the identity provider. */
  readonly token: string | null;
  /** Whether an earlier call with the same key has ended the tokens. */
  readonly replayed: boolean;
}

const scope = 'end_guest_tokens';

/**
 * @returns what an earlier call with this key returned. Without it, a caller who did not receive the new token would have
 * lost the orders and the membership.
 */
export async function tokensEndedBefore(
  { store, seals }: Pick<Deps, 'store' | 'seals'>,
  key: EndingKey,
): Promise<EndedTokens | undefined> {
  const record = await store.read.idempotency.find(scope, seals.nameOf(sealOf(key)));
  return record === undefined ? undefined : { token: openToken(seals, key, record), replayed: true };
}

/**
 * Ends the tokens in all processes at once, including the token of this call.
 * @throws AppError `unauthenticated`, `forbidden` (the caller is an operator), `invalid_credential` (the caller was
 * erased, absorbed or deleted in the meantime).
 */
export async function endGuestTokens(
  deps: ActDeps & Pick<Deps, 'tokens' | 'seals'>,
  caller: Caller,
  key: EndingKey | null,
): Promise<EndedTokens> {
  if (caller.kind === 'operator') {
    throw new AppError('forbidden', 'Operators have no tokens of customers.', { reason: 'role_not_allowed' });
  }
  const userId = requireUser(caller);
  const { seals, tokens, clock } = deps;
  return perform(deps, { actor: system, requestId: null }, async ({ tx }) => {
    // With the shared lock of `holdCaller` only, two calls at the same time would wait for each other.
    await tx.members.lockUser(userId);
    if ((await holdCaller(tx, caller)) === undefined) throw invalidToken();
    const name = key === null ? null : seals.nameOf(sealOf(key));
    const earlier = name === null ? undefined : await tx.idempotency.find(scope, name);
    if (earlier !== undefined && key !== null)
      return { token: openToken(seals, key, earlier), replayed: true };
    const generation = await tx.members.endTokens(userId);
    const user = await tx.members.originOf(userId);
    const isOfIdentityProvider = user?.kind === 'user' && !hasOnlyAccount(user);
    const issuedAt = Math.max(clock.now(), user?.createdAt ?? 0);
    const token = isOfIdentityProvider ? null : tokens.issueGuestToken(userId, issuedAt, generation);
    if (key !== null && name !== null) {
      const answer = token === null ? '' : seals.seal(sealOf(key), token);
      await tx.idempotency.insert({
        scope,
        key: name,
        bodyHash: '',
        answer,
        orderNo: null,
        createdAt: clock.now(),
      });
    }
    return { token, replayed: false };
  });
}

/** The credential takes the place of the client, because it distinguishes callers better. */
function sealOf({ key, credential }: EndingKey): AnonymousKey {
  return { key, client: credential };
}

function openToken(seals: AnswerSeals, key: EndingKey, { answer }: IdempotencyRecord): string | null {
  return answer === null || answer === '' ? null : seals.open(sealOf(key), answer);
}
