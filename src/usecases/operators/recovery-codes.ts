/**
 * Recovery codes: each replaces the second factor once, for operators who have lost their device. They are shown when
 * they are made, and only their digests are stored.
 */

import { AppError } from '../../domain/errors.ts';
import type { Act } from '../act.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { holdSession } from './hold-session.ts';

const codesMade = 10;

export interface RecoveryCodes {
  readonly codes: readonly string[];
  readonly digests: readonly string[];
}

export function makeRecoveryCodes({ factors: { codes } }: Pick<Deps, 'factors'>): RecoveryCodes {
  const made = Array.from({ length: codesMade }, () => codes.newRecoveryCode());
  const digests = made.map((code) => {
    const digest = codes.digestOfRecoveryCode(code);
    if (digest === null) throw new Error('a new recovery code has the wrong form');
    return digest;
  });
  return { codes: made, digests };
}

/**
 * Replaces all codes of the caller.
 * @throws AppError `forbidden`, `illegal_transition` (the operator has no second factor).
 */
export async function renewRecoveryCodes(
  deps: Pick<Deps, 'store' | 'clock' | 'factors'>,
  caller: SessionCaller,
): Promise<readonly string[]> {
  requirePermission(caller, 'own_account');
  requireRecentProof(caller, deps.clock.now());
  const made = makeRecoveryCodes(deps);
  await deps.store.transaction(async (tx) => {
    await holdSession(tx, caller, 'own_account', deps.clock.now());
    if (!(await tx.secondFactors.standing(caller.operator.id)).isOn) {
      throw new AppError('illegal_transition', 'Set up a second factor first.', {
        reason: 'second_factor_missing',
      });
    }
    await tx.secondFactors.replaceRecoveryCodes(caller.operator.id, made.digests);
    await recordFactorChange({ tx, clock: deps.clock }, caller, 'recovery_codes_made', {});
  });
  return made.codes;
}

/**
 * Call after a second factor was added. If it is the operator's first, the operator receives recovery codes, and the
 * operator's other sessions end, because a password alone opened them.
 * @returns the codes to show; null: the operator had a second factor before.
 */
export async function completeFirstFactor(
  tx: StoreTransaction,
  caller: SessionCaller,
  wasOn: boolean,
  made: RecoveryCodes,
): Promise<readonly string[] | null> {
  if (wasOn) return null;
  await tx.secondFactors.replaceRecoveryCodes(caller.operator.id, made.digests);
  await tx.sessions.endAllOf(caller.operator.id, caller.sessionId);
  return made.codes;
}

/**
 * Call after a second factor was removed. If the operator has no other second factor, removes the recovery codes,
 * which have no use without one.
 */
export async function dropUselessCodes(tx: StoreTransaction, operatorId: number): Promise<void> {
  if ((await tx.secondFactors.standing(operatorId)).isOn) return;
  await tx.secondFactors.replaceRecoveryCodes(operatorId, []);
}

export function recordFactorChange(
  act: Pick<Act, 'tx' | 'clock'>,
  caller: SessionCaller,
  action: 'second_factor_added' | 'second_factor_removed' | 'recovery_codes_made',
  after: Readonly<Record<string, string>>,
): Promise<void> {
  return recordAudit(act, caller, {
    action,
    targetKind: 'operator',
    targetId: caller.operator.name,
    reason: null,
    before: null,
    after,
  });
}
