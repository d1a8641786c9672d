/**
 * Lets the operator of a session prove their identity again, with the password or the second factor. Some acts need
 * such a proof of the last ten minutes (`callers/recent-proof.ts`).
 */

import { invalidParameter } from '../../domain/errors.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { PasskeyAnswer, PasskeyOptions } from '../ports/second-factors.ts';
import { type ConsumeProof, prepareProof } from './prove-second-factor.ts';
import { recordRefusedProof } from './refused-proof.ts';
import { countAttempt, forgiveAttempt, uncountedOnError } from './sign-in-waits.ts';

export type RepeatedProof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: PasskeyAnswer };

type ReauthenticateDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'passwords' | 'factors'>;

/**
 * @param client the key by which rate limits count this client.
 * @throws AppError `invalid_parameters` (a wrong password or code), `too_many_requests`, `unavailable` (too many people
 * are signing in).
 */
export async function reauthenticate(
  deps: ReauthenticateDeps,
  caller: SessionCaller,
  proof: RepeatedProof,
  client: string,
): Promise<void> {
  requirePermission(caller, 'own_account');
  const { name } = caller.operator;
  const attempt = { name, client, isInSession: true };
  await countAttempt(deps, attempt);
  const check = await uncountedOnError(deps, attempt, () => prepare(deps, caller, proof));
  const isRight = await deps.store.transaction(async (tx) => {
    const by = await check(tx);
    if (by === undefined) {
      await recordRefusedProof({ tx, clock: deps.clock }, 'reauthentication_refused', { ...caller, name });
      return false;
    }
    await forgiveAttempt(tx, attempt, deps.clock.now());
    await tx.sessions.recordProof(caller.sessionId, deps.clock.now());
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'reauthenticated',
      targetKind: 'session',
      targetId: String(caller.sessionId),
      reason: null,
      before: null,
      after: { by },
    });
    return true;
  });
  if (isRight) return;
  if ('password' in proof) {
    throw invalidParameter('password', 'wrong_old_password', 'This is not your current password.');
  }
  throw invalidParameter(
    'code' in proof ? 'code' : 'signature',
    'wrong_code',
    'The code or passkey is wrong, or it was used before.',
  );
}

type Check = (...args: Parameters<ConsumeProof>) => Promise<'password' | Awaited<ReturnType<ConsumeProof>>>;

async function prepare(
  deps: ReauthenticateDeps,
  caller: SessionCaller,
  proof: RepeatedProof,
): Promise<Check> {
  const { operator } = caller;
  if ('password' in proof) {
    const matches = await deps.passwords.matches(proof.password, operator.passwordHash);
    return async () => (matches ? 'password' : undefined);
  }
  return prepareProof(
    deps,
    operator,
    'code' in proof
      ? { kind: 'code', code: proof.code }
      : { kind: 'passkey', answer: proof.passkey, binding: bindingOf(caller) },
  );
}

/**
 * Returns the WebAuthn options with which the browser asks the authenticator for a passkey. @throws AppError
 * `forbidden`
 */
export async function reauthenticationOptions(
  { store, clock, factors }: Pick<Deps, 'store' | 'clock' | 'factors'>,
  caller: SessionCaller,
): Promise<PasskeyOptions> {
  requirePermission(caller, 'own_account');
  const passkeys = await store.read.secondFactors.passkeys(caller.operator.id);
  return factors.passkeys.authenticationOptions(passkeys, bindingOf(caller), clock.now());
}

function bindingOf({ sessionId }: SessionCaller): string {
  return `reauthentication in session ${sessionId}`;
}
