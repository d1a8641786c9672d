/** Turns shown credentials into a caller. */

import { AppError } from '../domain/errors.ts';
import type { Deps } from './deps.ts';
import { operatorByPassword } from './operators/judge-password.ts';
import type { Caller, Credentials } from './service.ts';

type IdentifyDeps = Pick<Deps, 'store' | 'clock' | 'settings' | 'tokens' | 'passwords'>;

/** @throws AppError `invalid_credential`, `unauthenticated` (guests are off and nothing was shown). */
export async function identify(deps: IdentifyDeps, credentials: Credentials): Promise<Caller> {
  if (credentials.bearer !== undefined) return identifyBearer(deps, credentials.bearer);
  if (credentials.basic !== undefined) {
    return identifyOperator(deps, credentials.basic.name, credentials.basic.password);
  }
  if (credentials.cookie !== undefined) {
    const identity = await deps.tokens.verify(credentials.cookie, deps.clock.now());
    if (identity?.kind === 'guest' && deps.settings.guestsAllowed) {
      return { kind: 'guest', userId: identity.userId };
    }
  }
  if (!deps.settings.guestsAllowed) throw signInRequired();
  return { kind: 'anonymous' };
}

async function identifyBearer(deps: IdentifyDeps, bearer: string): Promise<Caller> {
  const identity = await deps.tokens.verify(bearer, deps.clock.now());
  if (identity === undefined)
    throw new AppError('invalid_credential', 'The token is not valid.', { reason: 'invalid_token' });
  if (identity.kind === 'guest') {
    if (!deps.settings.guestsAllowed) throw signInRequired();
    return { kind: 'guest', userId: identity.userId };
  }
  const { issuer, subject } = identity;
  const known = await deps.store.read.userBySubject(issuer, subject);
  const user =
    known ?? (await deps.store.transaction((tx) => tx.makeUserOfSubject(issuer, subject, deps.clock.now())));
  return { kind: 'user', userId: user.id };
}

async function identifyOperator(deps: IdentifyDeps, name: string, password: string): Promise<Caller> {
  const operator = await operatorByPassword(deps, name, password);
  if (operator === undefined)
    throw new AppError('invalid_credential', 'Name or password is wrong.', { reason: 'wrong_password' });
  return { kind: 'operator', name: operator.name, role: operator.role };
}

function signInRequired(): AppError {
  return new AppError('unauthenticated', 'Please sign in.', { reason: 'sign_in_required' });
}
