/**
 * Signs operators in and out, and resumes their sessions. A cookie holds the secret; use cases see only its digest. The
 * password opens a session only for an operator without a second factor. With one, it opens a pending sign-in, which
 * `finish-sign-in.ts` turns into a session.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { authenticate, type PasswordAttempt } from './authenticate.ts';
import { type NewSessionCall, openSession } from './open-session.ts';
import type { Operator } from './operator-store.ts';
import { isWeakPassword } from './require-strong-password.ts';
import { hasEnded } from './session-end.ts';
import type { OperatorSession } from './session-store.ts';

export type SignInCall = PasswordAttempt & NewSessionCall;

/** How long an operator may take to enter the second factor. */
export const pendingSignInLifeMs = 5 * 60_000;

export type SignInResult =
  | { readonly kind: 'session'; readonly session: OperatorSession }
  /** The sign-in has opened no session yet, because the operator must prove a second factor first. */
  | { readonly kind: 'second_factor'; readonly pending: PendingView };

/** What the sign-in page shows of a pending sign-in. */
export interface PendingView {
  readonly expiresAt: Instant;
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
}

/** @throws AppError `invalid_credential`, `too_many_requests`, `unavailable`. */
export async function signIn(
  deps: Pick<Deps, 'store' | 'clock' | 'log' | 'passwords'>,
  call: SignInCall,
): Promise<SignInResult> {
  const weakPassword = isWeakPassword(deps.passwords, call.password);
  return authenticate<SignInResult>(deps, call, async (tx, operator) => {
    const { isOn } = await tx.secondFactors.standing(operator.id);
    if (isOn) {
      const pending = await openPending(deps, tx, operator, call.digest, weakPassword);
      return { value: { kind: 'second_factor', pending }, isComplete: false };
    }
    const session = await openSession(deps, tx, operator, call, { weakPassword, facts: null });
    return { value: { kind: 'session', session }, isComplete: true };
  });
}

async function openPending(
  { clock }: Pick<Deps, 'clock'>,
  tx: StoreTransaction,
  { id: operatorId, passwordHash }: Operator,
  digest: string,
  weakPassword: boolean,
): Promise<PendingView> {
  const now = clock.now();
  const expiresAt = now + pendingSignInLifeMs;
  await tx.pendingSignIns.purge(now);
  await tx.pendingSignIns.insert({ digest, operatorId, passwordHash, weakPassword, expiresAt });
  const app = await tx.secondFactors.app(operatorId);
  const passkeys = await tx.secondFactors.passkeys(operatorId);
  return { expiresAt, hasApp: (app?.confirmedAt ?? null) !== null, hasPasskey: passkeys.length > 0 };
}

/** The last use of a session is written at most this often, so that not every request writes. */
const recordedEveryMs = 60_000;

/**
 * @param use `background`: the page refreshes automatically, which does not prove that the operator is present.
 * @returns undefined when the session does not exist or has ended, or its operator is disabled.
 */
export async function resumeSession(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  digest: string,
  use: 'person' | 'background' = 'person',
): Promise<OperatorSession | undefined> {
  const session = await store.read.sessions.byDigest(digest);
  const now = clock.now();
  if (session === undefined || hasEnded(session, now)) return undefined;
  if (use === 'background' || now - session.seenAt < recordedEveryMs) return session;
  await store.transaction((tx) => tx.sessions.recordUse(session.id, now));
  return { ...session, seenAt: now };
}

export async function signOut(deps: Pick<Deps, 'store' | 'clock'>, caller: SessionCaller): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await tx.sessions.end(caller.sessionId);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'sign_out',
      targetKind: 'session',
      targetId: String(caller.sessionId),
      reason: null,
      before: null,
      after: null,
    });
  });
}
