/** Lets owners list, add and change operators and reset their passwords. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { OperatorRole } from '../../domain/operator-roles.ts';
import type { OperatorCaller, SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { holdSession } from './hold-session.ts';
import { makePassword } from './make-password.ts';
import type { Operator } from './operator-store.ts';
import { requireStrongPassword } from './require-strong-password.ts';
import { forgiveName } from './sign-in-waits.ts';

type OperatorDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'passwords'>;

export interface MadeOperator {
  readonly operator: Operator;
  /** The generated password, which must be shown once; null when the owner chose one. */
  readonly madePassword: string | null;
}

export interface OperatorsView {
  /** Sorted by name. */
  readonly operators: readonly (Operator & { readonly hasSecondFactor: boolean })[];
  readonly isSecondFactorRequired: boolean;
}

/** @throws AppError `forbidden` */
export async function listOperators(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
): Promise<OperatorsView> {
  requirePermission(caller, 'operators_manage');
  const withFactor = new Set(await store.read.secondFactors.operatorsWithFactor());
  const operators = await store.read.operators.all();
  return {
    operators: operators.map((operator) => ({ ...operator, hasSecondFactor: withFactor.has(operator.id) })),
    isSecondFactorRequired: await store.read.secondFactors.isRequired(),
  };
}

export interface NewOperatorCall {
  readonly name: string;
  readonly role: OperatorRole;
  /** Null: generate a password. */
  readonly password: string | null;
}

/** @throws AppError `forbidden`, `invalid_parameters` */
export async function addOperator(
  deps: OperatorDeps,
  caller: SessionCaller,
  call: NewOperatorCall,
): Promise<MadeOperator> {
  requirePermission(caller, 'operators_manage');
  requireRecentProof(caller, deps.clock.now());
  const { name, role } = call;
  requireUsableName(name);
  if (call.password !== null) requireStrongPassword(deps.passwords, 'password', call.password);
  const password = call.password ?? makePassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const operator = await deps.store.transaction(async (tx) => {
    await holdSession(tx, caller, 'operators_manage', deps.clock.now());
    // Ignore case, because readers of the audit log would confuse names that differ only in case.
    const isTaken = (await tx.operators.all()).some(
      (other) => other.name.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken) throw invalidParameter('name', 'operator_name_taken', 'An operator of this name exists.');
    const added = await tx.operators.insert({ name, role, passwordHash, createdAt: deps.clock.now() });
    const after = { role };
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'operator_added',
      ...target(added),
      before: null,
      after,
    });
    return added;
  });
  return { operator, madePassword: call.password === null ? password : null };
}

/** HTTP Basic separates name and password by a colon (RFC 7617), so a name must not contain a colon. */
function requireUsableName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._@+-]*$/u.test(name) && name.trim() === name) return;
  throw invalidParameter(
    'name',
    'operator_name_characters',
    'Use letters, digits, spaces and . _ @ + - only, and begin with a letter or digit.',
  );
}

function target({ name }: Operator) {
  return { targetKind: 'operator', targetId: name, reason: null } as const;
}

async function requireOperator(tx: StoreTransaction, id: number): Promise<Operator> {
  const operator = await tx.operators.byId(id);
  if (operator === undefined)
    throw new AppError('unknown_item', 'There is no such operator.', { reason: 'unknown_operator' });
  return operator;
}

export interface OperatorChange {
  readonly role?: OperatorRole | undefined;
  readonly disabled?: boolean | undefined;
}

function isOwner({ role, disabledAt }: Operator): boolean {
  return role === 'owner' && disabledAt === null;
}

/**
 * Changes an operator. A field that is missing in the call stays unchanged. Disabling an operator ends all sessions
 * of the operator and revokes the API tokens, so that neither works again when the operator is enabled. A new role
 * applies from the next request on.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the last owner).
 */
export async function changeOperator(
  deps: Pick<Deps, 'store' | 'clock'>,
  caller: SessionCaller,
  id: number,
  change: OperatorChange,
): Promise<Operator> {
  requirePermission(caller, 'operators_manage');
  requireRecentProof(caller, deps.clock.now());
  return deps.store.transaction(async (tx) => {
    await holdSession(tx, caller, 'operators_manage', deps.clock.now());
    const before = await requireOperator(tx, id);
    const disabled = change.disabled ?? before.disabledAt !== null;
    const disabledAt = disabled ? (before.disabledAt ?? deps.clock.now()) : null;
    const after: Operator = { ...before, role: change.role ?? before.role, disabledAt };
    if (after.role === before.role && after.disabledAt === before.disabledAt) return before;
    if (isOwner(before) && !isOwner(after)) await requireAnotherOwner(tx, before);
    await tx.operators.save(after);
    if (disabled) await tx.sessions.endAllOf(id, null);
    // Tokens that an earlier version kept while the operator was disabled end when the operator is enabled.
    const revoked =
      disabled || before.disabledAt !== null
        ? { api_tokens_revoked: await tx.apiTokens.removeAllOf(id) }
        : {};
    const facts = { before: factsOf(before), after: { ...factsOf(after), ...revoked } };
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'operator_changed',
      ...target(before),
      ...facts,
    });
    return after;
  });
}

function factsOf({ role, disabledAt }: Operator) {
  return { role, disabled: disabledAt !== null };
}

async function requireAnotherOwner(tx: StoreTransaction, { id }: Operator): Promise<void> {
  if ((await tx.operators.all()).some((other) => other.id !== id && isOwner(other))) return;
  throw new AppError('illegal_transition', 'This is the last owner. Make another operator an owner first.', {
    reason: 'last_owner',
  });
}

/**
 * Ends all sessions of another operator and revokes the operator's API tokens.
 * @param given null: generate a password.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the caller's own password), `invalid_parameters` (a
 * weak password)
 */
export async function resetPassword(
  deps: OperatorDeps,
  caller: SessionCaller,
  id: number,
  given: string | null,
): Promise<MadeOperator> {
  requirePermission(caller, 'operators_manage');
  requireRecentProof(caller, deps.clock.now());
  // It would end the caller's session, and the caller would never see the new password.
  if (id === caller.operator.id) {
    throw new AppError('illegal_transition', 'Change your own password under My account.', {
      reason: 'own_password',
    });
  }
  if (given !== null) requireStrongPassword(deps.passwords, 'password', given);
  const password = given ?? makePassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const operator = await deps.store.transaction(async (tx) => {
    await holdSession(tx, caller, 'operators_manage', deps.clock.now());
    const changed = { ...(await requireOperator(tx, id)), passwordHash };
    await tx.operators.save(changed);
    await forgiveName(tx, changed.name, deps.clock.now());
    const after = {
      sessions_ended: await tx.sessions.endAllOf(id, null),
      api_tokens_revoked: await tx.apiTokens.removeAllOf(id),
    };
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'password_reset',
      ...target(changed),
      before: null,
      after,
    });
    return changed;
  });
  return { operator, madePassword: given === null ? password : null };
}
