/**
 * Creates the first operator, `admin`, and applies the password in the environment variable `ADMIN_PASSWORD`. A
 * restart with the same value does not apply it again, so that a later change of the password is kept. To replace a
 * lost password, change the variable and restart the service. This also removes the second factor of `admin`.
 */

import type { Deps } from '../deps.ts';
import { makePassword } from './make-password.ts';
import type { Operator } from './operator-store.ts';
import { isWeakPassword, requireStrongPassword } from './require-strong-password.ts';

export const firstOperator = 'admin';

/**
 * The operator that the audit entry names. A real operator cannot have this name, because names must not contain
 * parentheses.
 */
const environment = '(environment)';

type OperatorDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'passwords' | 'log'>;

/**
 * @param configured the password in the environment; null: generate one if the operator does not exist.
 * @returns the generated password, which must be shown once; null when none was generated.
 * @throws AppError `invalid_parameters`: the password in the environment is new and weak.
 */
export async function ensureOperator(deps: OperatorDeps, configured: string | null): Promise<string | null> {
  const known = await deps.store.read.operators.byName(firstOperator);
  if (known === undefined) return addFirst(deps, configured);
  if (configured !== null) await applyConfigured(deps, known, configured);
  return null;
}

async function addFirst(deps: OperatorDeps, configured: string | null): Promise<string | null> {
  if (configured !== null) requireStrongPassword(deps.passwords, 'ADMIN_PASSWORD', configured);
  const password = configured ?? makePassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const added = await deps.store.transaction(async (tx) => {
    await tx.operators.lockAll();
    if ((await tx.operators.byName(firstOperator)) !== undefined) return false;
    const createdAt = deps.clock.now();
    const { id } = await tx.operators.insert({ name: firstOperator, passwordHash, role: 'owner', createdAt });
    if (configured !== null) await tx.operators.saveEnvironmentHash(id, passwordHash);
    return true;
  });
  // Another process that starts at the same time has added the operator and shown the password.
  if (!added) return ensureOperator(deps, configured);
  return configured === null ? password : null;
}

/** Sets the operator's password to the value of `ADMIN_PASSWORD`, unless the service has applied this value before. */
async function applyConfigured(deps: OperatorDeps, known: Operator, configured: string): Promise<void> {
  const { passwords, store } = deps;
  const applied = await store.read.operators.environmentHash(known.id);
  if (applied !== null && (await passwords.matches(configured, applied))) return warnOfWeak(deps, configured);
  const isCurrent = await passwords.matches(configured, known.passwordHash);
  // A weak password that the operator has already stays valid, so that an upgrade never locks the operator out.
  if (isCurrent) warnOfWeak(deps, configured);
  else requireStrongPassword(passwords, 'ADMIN_PASSWORD', configured);
  const passwordHash = isCurrent ? known.passwordHash : await passwords.hash(configured);
  await store.transaction(async (tx) => {
    await tx.operators.lockAll();
    // Another process that starts at the same time has applied the value.
    if ((await tx.operators.environmentHash(known.id)) !== applied) return;
    await tx.operators.saveEnvironmentHash(known.id, passwordHash);
    if (isCurrent) return;
    const present = await tx.operators.byId(known.id);
    if (present === undefined) throw new Error(`operator ${known.id} is gone`);
    await tx.operators.save({ ...present, passwordHash });
    // Remove the second factor too. A person who can change the environment of the service is trusted, and may have
    // lost the device of the second factor together with the password.
    const { isOn } = await tx.secondFactors.standing(known.id);
    await tx.secondFactors.removeAllOf(known.id);
    const sessionsEnded = await tx.sessions.endAllOf(known.id, null);
    const tokensRevoked = await tx.apiTokens.removeAllOf(known.id);
    await tx.auditLog.insert({
      at: deps.clock.now(),
      operator: environment,
      action: 'password_reset',
      targetKind: 'operator',
      targetId: known.name,
      address: null,
      requestId: null,
      reason: 'ADMIN_PASSWORD has a new value',
      before: null,
      after: {
        sessions_ended: sessionsEnded,
        api_tokens_revoked: tokensRevoked,
        ...(isOn ? { second_factor_removed: true } : {}),
      },
    });
  });
  if (!isCurrent) deps.log.warn({ operator: known.name }, 'password set from the environment');
}

function warnOfWeak({ passwords, log }: OperatorDeps, configured: string): void {
  if (isWeakPassword(passwords, configured))
    log.warn({}, 'ADMIN_PASSWORD is short or common: choose another');
}
