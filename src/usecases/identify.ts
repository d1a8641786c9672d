/** Turns the credentials of a request into a caller. */

import { AppError } from '../domain/errors.ts';
import { isMember } from '../domain/membership.ts';
import type { Caller, OperatorCaller } from './callers/caller.ts';
import type { Credentials } from './callers/credentials.ts';
import { invalidToken } from './callers/invalid-token.ts';
import type { Deps } from './deps.ts';
import { identifyByApiToken } from './operators/api-tokens.ts';
import { authenticate, type PasswordAttempt } from './operators/authenticate.ts';
import type { Operator } from './operators/operator-store.ts';
import { requireNoWait } from './operators/sign-in-waits.ts';
import type { ProvenIdentity } from './ports/identity.ts';
import type { StoreReads } from './ports/store.ts';

type IdentifyDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'settings' | 'tokens' | 'passwords'>;

/** Where a request comes from. */
export type RequestSource = Pick<PasswordAttempt, 'address' | 'client' | 'requestId'>;

/**
 * @throws AppError `invalid_credential`, `too_many_requests` (too many wrong passwords), `unauthenticated` (the shop
 * does not allow guests, and the request carries no credential of a user or operator).
 */
export type Identify = (credentials: Credentials, source: RequestSource) => Promise<Caller>;

/** The maximum number of remembered proofs: far more than a shop has scripts. */
const provenMax = 1000;

export function createIdentify(deps: IdentifyDeps): Identify {
  /** Parallel calls with the same name and password share one verification and count as one attempt. */
  const verifying = new Map<string, Promise<OperatorCaller>>();
  /**
   * The clients that have proved the present password of an operator to this process. Only these clients may use the
   * password while the name must wait, because an accepted call during a wait tells a guesser that the guess was right.
   */
  const proven = new Set<string>();

  async function identifyOperator(attempt: PasswordAttempt): Promise<OperatorCaller> {
    const operator = await deps.store.read.operators.byName(attempt.name);
    const isEnabled = operator?.disabledAt === null;
    const isFromProvenClient = isEnabled && proven.has(proofOf(attempt.client, operator));
    const isRemembered = isEnabled && deps.passwords.remembers(attempt.password, operator.passwordHash);
    if (isFromProvenClient) {
      // Somebody behind the address of the owner's scripts may guess too. While the address must wait, the right
      // password is refused like a wrong one. So ten and more wrong passwords from an office also stop the scripts in
      // this office, but nobody finds a password during a wait. A few typing errors do not stop them: then only the
      // name must wait.
      await requireNoWait(deps, attempt.client);
      if (isRemembered) return rememberedCaller(deps, operator, attempt);
    }
    const key = JSON.stringify([attempt.client, attempt.name, attempt.password]);
    const running =
      verifying.get(key) ??
      verifyOnce({ ...attempt, isFromProvenClient, isRemembered }).finally(() => verifying.delete(key));
    verifying.set(key, running);
    return { ...(await running), address: attempt.address, requestId: attempt.requestId };
  }

  async function verifyOnce(attempt: PasswordAttempt): Promise<OperatorCaller> {
    const { address, requestId } = attempt;
    const caller = await authenticate(deps, attempt, async (tx, operator): Promise<Verified> => {
      if (await needsSecondFactor(tx, operator.id)) return { value: null, isComplete: false };
      return { value: { kind: 'operator', operator, sessionId: null, address, requestId }, isComplete: true };
    });
    if (caller === null) throw apiTokenNeeded();
    if (proven.size >= provenMax) proven.clear();
    proven.add(proofOf(attempt.client, caller.operator));
    return caller;
  }

  return async ({ apiTokenDigest, bearer, basic, cookie }, source) => {
    if (apiTokenDigest !== undefined) return identifyByApiToken(deps, apiTokenDigest, source);
    if (bearer !== undefined) return identifyBearer(deps, bearer);
    if (basic !== undefined) return identifyOperator({ ...basic, ...source });
    if (cookie !== undefined) {
      const identity = await deps.tokens.verify(cookie, deps.clock.now());
      if (identity?.kind === 'guest') {
        const holder = await holderOf(deps, identity);
        if (holder?.kind === 'user' || deps.settings.guestsAllowed) return holder ?? { kind: 'anonymous' };
      }
    }
    if (!deps.settings.guestsAllowed) throw signInRequired();
    return { kind: 'anonymous' };
  };
}

/** The proof ends with the password: a new password has another hash. */
function proofOf(client: string, { id, passwordHash }: Operator): string {
  return JSON.stringify([client, id, passwordHash]);
}

/** The caller of a password that was verified recently. The attempt does not count as a possible guess. */
async function rememberedCaller(
  { store }: IdentifyDeps,
  operator: Operator,
  { address, requestId }: PasswordAttempt,
): Promise<OperatorCaller> {
  if (await needsSecondFactor(store.read, operator.id)) throw apiTokenNeeded();
  return { kind: 'operator', operator, sessionId: null, address, requestId };
}

interface Verified {
  /** Null: the password is right, but the operator must also prove a second factor. */
  readonly value: OperatorCaller | null;
  readonly isComplete: boolean;
}

/** Whether the operator must prove a second factor. A request with a name and password cannot contain one. */
async function needsSecondFactor({ secondFactors }: StoreReads, operatorId: number): Promise<boolean> {
  const { isOn, isRequired } = await secondFactors.standing(operatorId);
  return isOn || isRequired;
}

function apiTokenNeeded(): AppError {
  return new AppError(
    'invalid_credential',
    'This operator needs a second factor. Send an API token instead.',
    {
      reason: 'api_token_needed',
    },
  );
}

async function identifyBearer(deps: IdentifyDeps, bearer: string): Promise<Caller> {
  const identity = await deps.tokens.verify(bearer, deps.clock.now());
  if (identity === undefined) throw invalidToken();
  if (identity.kind === 'guest') {
    const holder = await holderOf(deps, identity);
    if (holder?.kind !== 'user' && !deps.settings.guestsAllowed) throw signInRequired();
    if (holder === undefined) throw invalidToken();
    return holder;
  }
  const { issuer, subject } = identity;
  const known = await deps.store.read.members.userBySubject(issuer, subject);
  const user =
    known ??
    (await deps.store.transaction((tx) => tx.members.insertUserOfSubject(issuer, subject, deps.clock.now())));
  return { kind: 'user', userId: user.id };
}

/** Tokens contain times in whole seconds, so a token can seem up to a second older than it is. */
const tokenPrecisionMs = 1_000;

/**
 * Finds the guest, or the user who called `login`, to whom the service has issued the token. A token of a guest who
 * no longer exists, or who became a user, counts as anonymous: the next order creates a new guest. After a restore
 * from a backup, the database gives the ids of later guests to other guests, so a token that is older than its user
 * belongs to a guest who no longer exists.
 * The token of a guest who is a member does not expire before the membership, because a guest cannot get another token
 * for the months that were paid. A user signs in again.
 * @returns undefined when the token has expired, or the guest has ended it (`end_guest_tokens`).
 */
async function holderOf(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { userId, generation, issuedAt, expiresAt }: Extract<ProvenIdentity, { kind: 'guest' }>,
): Promise<Caller | undefined> {
  const user = await store.read.members.userById(userId);
  const now = clock.now();
  const isGuestMember = user?.kind === 'guest' && isMember(user.memberUntil, now);
  if (expiresAt <= now && !isGuestMember) return undefined;
  if (user === undefined || issuedAt + tokenPrecisionMs < user.createdAt) return { kind: 'anonymous' };
  if (user.tokenGeneration !== generation) return undefined;
  return user.absorbedInto === null ? { kind: user.kind, userId } : { kind: 'anonymous' };
}

function signInRequired(): AppError {
  return new AppError('unauthenticated', 'Please sign in.', { reason: 'sign_in_required' });
}
