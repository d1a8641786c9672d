/**
 * Checks again, inside the transaction that changes accounts, second factors or API tokens, that the caller's session is
 * still valid. The call was checked before the transaction began, and its session may have ended since then, for example
 * because an owner has reset the password of an operator whose session was stolen.
 */

import { AppError } from '../../domain/errors.ts';
import type { OperatorRole, Permission } from '../../domain/operator-roles.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { hasEnded } from './session-end.ts';

/**
 * Locks all operators, so that until the transaction ends, no other transaction disables the caller or resets the
 * caller's password.
 * @returns the role that the operator has now.
 * @throws AppError `unauthenticated`: the session has ended, or its operator is disabled; `forbidden`: the operator's
 * present role does not allow the call.
 */
export async function holdSession(
  tx: Pick<StoreTransaction, 'operators' | 'sessions'>,
  caller: SessionCaller,
  permission: Permission,
  now: Instant,
): Promise<OperatorRole> {
  await tx.operators.lockAll();
  const session = await tx.sessions.byId(caller.sessionId);
  if (session === undefined || hasEnded(session, now)) {
    throw new AppError('unauthenticated', 'Please sign in to the console.', { reason: 'sign_in_required' });
  }
  const { operator } = session;
  requirePermission({ ...caller, operator }, permission);
  return operator.role;
}
