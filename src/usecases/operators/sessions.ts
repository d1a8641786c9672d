/** Lists and ends the sessions of operators, and lets operators change their own passwords. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { OperatorCaller, SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { holdSession } from './hold-session.ts';
import { recordRefusedProof } from './refused-proof.ts';
import { requireStrongPassword } from './require-strong-password.ts';
import { hasEnded } from './session-end.ts';
import type { OperatorSession } from './session-store.ts';
import { countAttempt, forgiveAttempt, uncountedOnError } from './sign-in-waits.ts';

/** Newest first. @throws AppError `forbidden` */
export async function listSessions(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  whose: 'own' | 'all',
): Promise<OperatorSession[]> {
  requirePermission(caller, whose === 'own' ? 'own_account' : 'operators_manage');
  const found = await store.read.sessions.ofOperator(whose === 'own' ? caller.operator.id : null);
  const now = clock.now();
  return found.filter((session) => !hasEnded(session, now));
}

/** @throws AppError `forbidden`, `unknown_item` */
export async function revokeSession(
  deps: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  id: number,
): Promise<void> {
  requirePermission(caller, 'own_account');
  await deps.store.transaction(async (tx) => {
    const session = await tx.sessions.byId(id);
    const own = session?.operator.id === caller.operator.id;
    // Check the permission before the session, so that the response does not reveal sessions of other
    // operators.
    if (!own) requirePermission(caller, 'operators_manage');
    if (session === undefined) throw unknownSession();
    await tx.sessions.end(id);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'session_revoked',
      targetKind: 'session',
      targetId: String(id),
      reason: null,
      before: { operator: session.operator.name },
      after: null,
    });
  });
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  /** The key by which rate limits count this client. */
  readonly client: string;
}

/**
 * Ends the operator's other sessions, so that a person who knew the old password is signed out.
 * @throws AppError `forbidden`, `invalid_parameters` (the old password is wrong, or the new password is weak or
 * equals the old one), `too_many_requests`, `illegal_transition` (the password was changed meanwhile), `unavailable`
 * (too many people are signing in).
 */
export async function changePassword(
  deps: Pick<Deps, 'store' | 'clock' | 'passwords'>,
  caller: SessionCaller,
  { oldPassword, newPassword, client }: PasswordChange,
): Promise<void> {
  requirePermission(caller, 'own_account');
  requireStrongPassword(deps.passwords, 'new_password', newPassword);
  const { operator } = caller;
  const attempt = { name: operator.name, client, isInSession: true };
  // Count wrong passwords, so that an unattended session cannot be used to guess the password.
  await countAttempt(deps, attempt);
  const isRight = await uncountedOnError(deps, attempt, () =>
    deps.passwords.matches(oldPassword, operator.passwordHash),
  );
  await deps.store.transaction(async (tx) => {
    // The old password is right, so the attempt does not count, even if the new password is refused below.
    if (isRight) return forgiveAttempt(tx, attempt, deps.clock.now());
    const refused = { ...caller, name: operator.name };
    return recordRefusedProof({ tx, clock: deps.clock }, 'reauthentication_refused', refused);
  });
  if (!isRight) {
    throw invalidParameter('old_password', 'wrong_old_password', 'This is not your current password.');
  }
  if (newPassword === oldPassword) {
    throw invalidParameter('new_password', 'same_password', 'Choose a password other than the current one.');
  }
  const passwordHash = await deps.passwords.hash(newPassword);
  await deps.store.transaction(async (tx) => {
    await holdSession(tx, caller, 'own_account', deps.clock.now());
    const present = await tx.operators.byId(operator.id);
    if (present?.disabledAt !== null || present.passwordHash !== operator.passwordHash) {
      throw new AppError('illegal_transition', 'Your password was changed in the meantime. Sign in again.', {
        reason: 'password_changed_meanwhile',
      });
    }
    await tx.operators.save({ ...present, passwordHash });
    await tx.sessions.clearWeakPassword(caller.sessionId);
    const ended = await tx.sessions.endAllOf(operator.id, caller.sessionId);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'password_changed',
      targetKind: 'operator',
      targetId: operator.name,
      reason: null,
      before: null,
      after: { sessions_ended: ended },
    });
  });
}

function unknownSession(): AppError {
  return new AppError('unknown_item', 'This session does not exist or has ended.', {
    reason: 'unknown_session',
  });
}
