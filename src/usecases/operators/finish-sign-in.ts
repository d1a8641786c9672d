/** Completes a pending sign-in: checks the second factor and opens the session. */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';
import type { PasskeyAnswer, PasskeyOptions } from '../ports/second-factors.ts';
import { type DeviceClaim, knownDevice } from './known-device.ts';
import { type NewSessionCall, openSession } from './open-session.ts';
import type { PendingSignIn } from './pending-sign-in-store.ts';
import { prepareProof, type SecondFactorProof } from './prove-second-factor.ts';
import { recordRefusedProof } from './refused-proof.ts';
import type { OperatorSession } from './session-store.ts';
import { countAttempt, forgiveAttempt } from './sign-in-waits.ts';

type FinishDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'passwords' | 'factors'>;

/** A pending sign-in ends after this many wrong codes, so that a guesser must enter the password again. */
const wrongCodesMax = 5;

export interface FinishCall extends NewSessionCall {
  /** Digest of the secret in the cookie of the pending sign-in; null: the request has no such cookie. */
  readonly pendingDigest: string | null;
  readonly deviceClaim: DeviceClaim | null;
  /** The key by which rate limits count this client. */
  readonly client: string;
  readonly proof: { readonly code: string } | { readonly passkey: PasskeyAnswer };
}

/**
 * Wrong codes are counted together with wrong passwords, and delay further attempts in the same way.
 * @throws AppError `unauthenticated` (no pending sign-in), `invalid_credential`, `too_many_requests`.
 */
export async function finishSignIn(deps: FinishDeps, call: FinishCall): Promise<OperatorSession> {
  const known = await requirePending(deps, call.pendingDigest);
  const { name } = known.operator;
  const device = await knownDevice(deps, name, call.deviceClaim);
  const attempt = { name, client: call.client, device };
  await countAttempt(deps, attempt);
  const consumeProof = await prepareProof(deps, known.operator, proofOf(call, known));
  const session = await deps.store.transaction(async (tx) => {
    await tx.operators.lockAll();
    const pending = stillPending(
      await tx.pendingSignIns.byDigest(call.pendingDigest ?? ''),
      deps.clock.now(),
    );
    const secondFactor = await consumeProof(tx);
    if (secondFactor === undefined) {
      await tx.pendingSignIns.recordWrongCode(pending.id);
      if (pending.wrongCodes + 1 >= wrongCodesMax) await tx.pendingSignIns.remove(pending.id);
      await recordRefusedProof({ tx, clock: deps.clock }, 'second_factor_refused', { ...call, name });
      return undefined;
    }
    await tx.pendingSignIns.remove(pending.id);
    await forgiveAttempt(tx, attempt, deps.clock.now());
    const { operator, weakPassword } = pending;
    return openSession(deps, tx, operator, call, {
      weakPassword,
      facts: { second_factor: secondFactor },
    });
  });
  if (session !== undefined) return session;
  deps.log.warn({ requestId: call.requestId, address: call.address }, 'second factor refused');
  throw new AppError('invalid_credential', 'The code is wrong, or it was used before.', {
    reason: 'wrong_code',
  });
}

/**
 * Returns the WebAuthn options with which the browser asks the authenticator for a passkey. @throws AppError
 * `unauthenticated`
 */
export async function secondFactorOptions(
  deps: Pick<Deps, 'store' | 'clock' | 'factors'>,
  pendingDigest: string | null,
): Promise<PasskeyOptions> {
  const pending = await requirePending(deps, pendingDigest);
  const passkeys = await deps.store.read.secondFactors.passkeys(pending.operator.id);
  return deps.factors.passkeys.authenticationOptions(passkeys, bindingOf(pending), deps.clock.now());
}

function bindingOf({ id }: PendingSignIn): string {
  return `sign-in ${id}`;
}

function proofOf({ proof }: FinishCall, pending: PendingSignIn): SecondFactorProof {
  return 'code' in proof
    ? { kind: 'code', code: proof.code }
    : { kind: 'passkey', answer: proof.passkey, binding: bindingOf(pending) };
}

async function requirePending(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  digest: string | null,
): Promise<PendingSignIn> {
  const found = digest === null ? undefined : await store.read.pendingSignIns.byDigest(digest);
  return stillPending(found, clock.now());
}

/**
 * @throws AppError `unauthenticated`: there is no pending sign-in, it has expired, or the operator was disabled or
 * got another password since it began.
 */
function stillPending(pending: PendingSignIn | undefined, now: number): PendingSignIn {
  if (pending !== undefined && pending.expiresAt > now) {
    const { operator, passwordHash } = pending;
    if (operator.disabledAt === null && operator.passwordHash === passwordHash) return pending;
  }
  throw new AppError('unauthenticated', 'Enter your name and password again.', { reason: 'sign_in_expired' });
}
