/**
 * Signs operators in and out, and resumes their sessions. A cookie contains the secret of a session; use
 * cases receive only the digest of the secret.
 */

import type { SessionCaller } from '../callers/caller.ts';
import { type AuditedAction, recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { authenticate, type PasswordAttempt } from './authenticate.ts';
import { isWeakPassword } from './require-strong-password.ts';
import type { OperatorSession } from './session-store.ts';
import { hasEnded, sessionIdleMs, sessionLifeMs } from './sessions.ts';

export interface SignInCall extends PasswordAttempt {
  /**
   * Digest of a new secret. Each sign-in has its own secret, because other people may know an older secret.
   */
  readonly digest: string;
  /**
   * Digest of the secret in the request's cookie. The session of that cookie ends. Null: the request has no
   * cookie.
   */
  readonly formerDigest: string | null;
  readonly userAgent: string | null;
}

/** @throws AppError `invalid_credential`, `too_many_requests`, `unavailable`. */
export async function signIn(
  deps: Pick<Deps, 'store' | 'clock' | 'log' | 'passwords'>,
  call: SignInCall,
): Promise<OperatorSession> {
  const { address, digest, requestId, userAgent } = call;
  return authenticate(deps, call, async (tx, operator) => {
    const now = deps.clock.now();
    await tx.sessions.purge(now, now - sessionIdleMs);
    const former = call.formerDigest === null ? undefined : await tx.sessions.byDigest(call.formerDigest);
    if (former !== undefined) await tx.sessions.end(former.id);
    const times = { createdAt: now, expiresAt: now + sessionLifeMs };
    const about = { userAgent, address, weakPassword: isWeakPassword(deps.passwords, call.password) };
    const id = await tx.sessions.insert({ digest, operatorId: operator.id, ...times, ...about });
    const caller: SessionCaller = { kind: 'operator', operator, sessionId: id, address, requestId };
    await recordAudit({ tx, clock: deps.clock }, caller, sessionAction('sign_in', id));
    return { id, operator, ...times, seenAt: now, ...about };
  });
}

/**
 * The shortest time between two writes of a session's last use, so that not every request writes to the
 * database.
 */
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
    await recordAudit({ tx, clock: deps.clock }, caller, sessionAction('sign_out', caller.sessionId));
  });
}

function sessionAction(action: 'sign_in' | 'sign_out', id: number): AuditedAction {
  return { action, targetKind: 'session', targetId: String(id), reason: null, before: null, after: null };
}
