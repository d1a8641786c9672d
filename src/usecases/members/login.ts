/**
 * Signs a customer in with an account at a payment provider, for example with WeChat. Each account belongs to one
 * user at a time. Orders and membership months that the caller bought before as a guest move to that user.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import type { Deps } from '../deps.ts';
import { type AccountExchange, CodeRefused, type ExchangedAccount } from '../ports/account-exchange.ts';
import { tokenLifetimeMs } from '../ports/identity.ts';
import { ProviderUnreachable } from '../ports/payment-provider.ts';
import type { LoginCall, SignedIn } from '../service.ts';
import { absorb, absorbUserOfAccount, ChangedMeanwhile } from './absorb-user.ts';
import { accountIssuer, hasOnlyAccount } from './has-only-account.ts';
import type { User } from './member-store.ts';
import { sealOwner } from './payer-of.ts';

type LoginDeps = ActDeps & Pick<Deps, 'accounts' | 'tokens' | 'factors' | 'log'>;

const retryAfterS = 5;
/** Maximum runs of the transaction. Each needs another erasure or merge of the customer at the same moment to fail. */
const runsMax = 3;

/**
 * @throws AppError `invalid_parameters` (`provider` or `code`), `forbidden` (the caller is an operator),
 * `unavailable` (the provider does not respond, or the customer was erased or merged several times at this moment).
 */
export async function login(
  deps: LoginDeps,
  { caller, provider, code, requestId }: LoginCall,
): Promise<SignedIn> {
  const { accounts, clock, factors, tokens } = deps;
  if (caller.kind === 'operator') {
    throw new AppError('forbidden', 'Operators do not sign in as customers.', { reason: 'role_not_allowed' });
  }
  if (accounts?.name !== provider) {
    throw invalidParameter('provider', 'unknown_provider', 'Customers cannot sign in with this provider.');
  }
  const account = await exchange(deps, accounts, code);
  const now = clock.now();
  const sessionKey = factors.seals.seal(account.sessionKey, sealOwner(provider, account.accountId));
  const signIn = async (act: Act) => {
    const owner = await ownerOf(act, caller, provider, account.accountId, now);
    await absorbUserOfAccount(act, { provider, accountId: account.accountId }, owner);
    // An erasure or another `login` may have ended since this transaction read the owner.
    const held = await act.tx.members.holdUser(owner.id);
    if (held?.erasedAt !== null || held.absorbedInto !== null) throw new ChangedMeanwhile();
    await act.tx.members.saveAccount({
      provider,
      accountId: account.accountId,
      userId: owner.id,
      sessionKey,
      updatedAt: now,
    });
    return held;
  };
  const user = await repeated(() => perform(deps, { actor: system, requestId }, signIn));
  // Use the later time: the clock may have been ahead when the user was created, and a token that is older than its
  // user is not accepted.
  const token = tokens.issueGuestToken(user.id, Math.max(now, user.createdAt), user.tokenGeneration);
  return { userId: user.id, token, expiresInS: Math.floor(tokenLifetimeMs / 1000) };
}

/**
 * Runs the transaction again if the customer was erased or merged at this moment. The client cannot repeat the call,
 * because the provider accepts the code only once.
 */
async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || run === runsMax) throw error;
    }
  }
}

async function exchange(
  { log }: Pick<Deps, 'log'>,
  accounts: AccountExchange,
  code: string,
): Promise<ExchangedAccount> {
  try {
    return await accounts.exchange(code);
  } catch (cause) {
    if (cause instanceof CodeRefused) {
      throw invalidParameter(
        'code',
        'login_code_refused',
        'The code is wrong, expired or used. Get a new one.',
      );
    }
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    log.warn({ provider: accounts.name, err: cause }, 'sign-in not possible');
    throw new AppError('unavailable', 'The sign-in is not possible at the moment. Please try again.', {
      cause,
      retryAfterS,
    });
  }
}

/**
 * Decides to which user the account belongs from now on. A caller who is a user of the shop's identity provider
 * remains that user and gets the account. A caller who signed in before with another account at a payment provider
 * becomes the user of the new account: two customers may share a device, and the second must not get the orders of
 * the first.
 */
async function ownerOf(
  act: Act,
  caller: Exclude<Caller, { kind: 'operator' }>,
  provider: string,
  accountId: string,
  now: Instant,
): Promise<User> {
  const { members } = act.tx;
  const origin = caller.kind === 'anonymous' ? undefined : await members.originOf(caller.userId);
  // A caller who was erased or absorbed after the identification counts as anonymous.
  const isPresent = origin?.erasedAt === null && origin.absorbedInto === null && origin.kind === caller.kind;
  const present = isPresent ? origin : undefined;
  if (present?.kind === 'user' && !hasOnlyAccount(present)) return present;
  const known = await members.userByAccount(provider, accountId);
  const owner = known ?? (await members.insertUserOfSubject(`${accountIssuer}${provider}`, accountId, now));
  if (present?.kind === 'guest') await absorb(act, present, owner);
  return owner;
}
