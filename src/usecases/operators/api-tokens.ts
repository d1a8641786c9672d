/**
 * API tokens of operators, for scripts. A token has a name, a role and a time at which it expires, and operators can
 * revoke it. The service shows a token once, when it is created. Use cases receive only its digest.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { lowerRole, type OperatorRole } from '../../domain/operator-roles.ts';
import type { OperatorCaller, SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { ApiToken } from './api-token-store.ts';
import { holdSession } from './hold-session.ts';

export const tokenDaysMax = 366;
/** The maximum number of API tokens of one operator. A shop has far fewer scripts. */
const tokensPerOperatorMax = 50;
const dayMs = 24 * 60 * 60_000;

function isActive({ operator, expiresAt }: ApiToken, now: number): boolean {
  return operator.disabledAt === null && expiresAt > now;
}

/** Newest first. @throws AppError `forbidden` */
export async function listApiTokens(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  whose: 'own' | 'all',
): Promise<ApiToken[]> {
  requirePermission(caller, whose === 'own' ? 'own_account' : 'operators_manage');
  const found = await store.read.apiTokens.ofOperator(whose === 'own' ? caller.operator.id : null);
  const now = clock.now();
  return found.filter((token) => isActive(token, now));
}

export interface NewTokenCall {
  readonly name: string;
  readonly role: OperatorRole;
  /** The token expires after this many days: 1 to `tokenDaysMax`. */
  readonly days: number;
  /** Digest of the new token. */
  readonly digest: string;
}

/** @throws AppError `forbidden` (a role above the operator's own), `invalid_parameters` */
export async function createApiToken(
  deps: Pick<Deps, 'store' | 'clock'>,
  caller: SessionCaller,
  { name, role, days, digest }: NewTokenCall,
): Promise<ApiToken> {
  requirePermission(caller, 'own_account');
  requireRecentProof(caller, deps.clock.now());
  requireRole(caller.operator.role, role);
  if (name.trim() !== name || name === '')
    throw invalidParameter('name', 'blank', 'must not begin or end blank');
  return deps.store.transaction(async (tx) => {
    const now = deps.clock.now();
    requireRole(await holdSession(tx, caller, 'own_account', now), role);
    await tx.apiTokens.purge(now);
    const others = await tx.apiTokens.ofOperator(caller.operator.id);
    if (others.some((other) => other.name === name))
      throw invalidParameter('name', 'token_name_taken', 'You have a token of this name.');
    if (others.length >= tokensPerOperatorMax) {
      throw invalidParameter('name', 'list_max', 'Revoke a token first.', { max: tokensPerOperatorMax });
    }
    const token = { name, role, createdAt: now, expiresAt: now + days * dayMs };
    const id = await tx.apiTokens.insert({ ...token, digest, operatorId: caller.operator.id });
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'api_token_created',
      targetKind: 'operator',
      targetId: caller.operator.name,
      reason: null,
      before: null,
      after: { name, role, days },
    });
    return { ...token, id, operator: caller.operator, usedAt: null };
  });
}

/** @throws AppError `forbidden`: the role of the token would be above the role of its operator. */
function requireRole(own: OperatorRole, role: OperatorRole): void {
  if (lowerRole(role, own) === role) return;
  throw new AppError('forbidden', 'A token cannot have a higher role than its operator.', {
    reason: 'role_not_allowed',
  });
}

/** Operators revoke their own tokens, owners every token. @throws AppError `forbidden`, `unknown_item` */
export async function revokeApiToken(
  deps: Pick<Deps, 'store' | 'clock'>,
  caller: SessionCaller,
  id: number,
): Promise<void> {
  requirePermission(caller, 'own_account');
  await deps.store.transaction(async (tx) => {
    const token = await tx.apiTokens.byId(id);
    // Check the permission before the token, so that the response does not reveal tokens of other operators.
    if (token?.operator.id !== caller.operator.id) requirePermission(caller, 'operators_manage');
    if (token === undefined) {
      throw new AppError('unknown_item', 'This token does not exist.', { reason: 'unknown_token' });
    }
    await tx.apiTokens.remove(id);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'api_token_revoked',
      targetKind: 'operator',
      targetId: token.operator.name,
      reason: null,
      before: { name: token.name, role: token.role },
      after: null,
    });
  });
}

/**
 * The shortest time between two writes of a token's last use, so that not every request writes to the
 * database.
 */
const recordedEveryMs = 60_000;

/**
 * Finds the operator of a token. The caller gets the lower of two roles: the role of the token and the role of the
 * operator.
 * @throws AppError `invalid_credential`: the token does not exist or has expired, or its operator is disabled.
 */
export async function identifyByApiToken(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  digest: string,
  { address, requestId }: Pick<OperatorCaller, 'address' | 'requestId'>,
): Promise<OperatorCaller> {
  const token = await store.read.apiTokens.byDigest(digest);
  const now = clock.now();
  if (token === undefined || !isActive(token, now))
    throw new AppError('invalid_credential', 'The token is not valid.', { reason: 'invalid_token' });
  if (token.usedAt === null || now - token.usedAt >= recordedEveryMs)
    await store.transaction((tx) => tx.apiTokens.recordUse(token.id, now));
  const operator = { ...token.operator, role: lowerRole(token.role, token.operator.role) };
  return { kind: 'operator', operator, sessionId: null, apiToken: token.name, address, requestId };
}
