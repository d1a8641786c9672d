/**
 * Shows operators their second factors. Lets owners require a second factor of every operator, and remove the second
 * factors of one operator.
 */

import { AppError } from '../../domain/errors.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { holdSession } from './hold-session.ts';
import type { AuthenticatorApp, Passkey, SecondFactorStanding } from './second-factor-store.ts';

export interface SecondFactorsView extends SecondFactorStanding {
  /** The confirmed app; null: none. */
  readonly app: AuthenticatorApp | null;
  readonly passkeys: readonly Passkey[];
  readonly passkeysArePossible: boolean;
  readonly recoveryCodesLeft: number;
}

/** @throws AppError `forbidden` */
export async function viewSecondFactors(
  { store, factors }: Pick<Deps, 'store' | 'factors'>,
  caller: SessionCaller,
): Promise<SecondFactorsView> {
  requirePermission(caller, 'own_account');
  const { id } = caller.operator;
  const { secondFactors } = store.read;
  const app = await secondFactors.app(id);
  return {
    ...(await secondFactors.standing(id)),
    app: app === undefined || app.confirmedAt === null ? null : app,
    passkeys: await secondFactors.passkeys(id),
    passkeysArePossible: factors.passkeys.arePossible,
    recoveryCodesLeft: await secondFactors.recoveryCodesLeft(id),
  };
}

/**
 * Decides whether every operator must have a second factor. Operators without one can then do nothing but set one up.
 * @throws AppError `forbidden`, `illegal_transition`: the calling owner has no second factor and would be locked out.
 */
export async function requireSecondFactor(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  caller: SessionCaller,
  isRequired: boolean,
): Promise<void> {
  requirePermission(caller, 'operators_manage');
  requireRecentProof(caller, clock.now());
  await store.transaction(async (tx) => {
    await holdSession(tx, caller, 'operators_manage', clock.now());
    const standing = await tx.secondFactors.standing(caller.operator.id);
    if (isRequired && !standing.isOn) {
      throw new AppError('illegal_transition', 'Set up a second factor of your own first.', {
        reason: 'second_factor_missing',
      });
    }
    if (standing.isRequired === isRequired) return;
    await tx.secondFactors.setRequired(isRequired);
    await recordAudit({ tx, clock }, caller, {
      action: 'sign_in_rules_changed',
      targetKind: 'operator',
      targetId: caller.operator.name,
      reason: null,
      before: { second_factor_required: standing.isRequired },
      after: { second_factor_required: isRequired },
    });
  });
}

/**
 * Removes all second factors of an operator who has lost the device and the recovery codes, and ends the sessions of
 * the operator.
 * @throws AppError `forbidden`, `unknown_item`, `illegal_transition` (the operator has no second factor).
 */
export async function removeSecondFactors(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  caller: SessionCaller,
  operatorId: number,
): Promise<void> {
  requirePermission(caller, 'operators_manage');
  requireRecentProof(caller, clock.now());
  await store.transaction(async (tx) => {
    await holdSession(tx, caller, 'operators_manage', clock.now());
    const operator = await tx.operators.byId(operatorId);
    if (operator === undefined)
      throw new AppError('unknown_item', 'There is no such operator.', { reason: 'unknown_operator' });
    if (!(await tx.secondFactors.standing(operatorId)).isOn) {
      throw new AppError('illegal_transition', 'This operator has no second factor.', {
        reason: 'second_factor_missing',
      });
    }
    await tx.secondFactors.removeAllOf(operatorId);
    await recordAudit({ tx, clock }, caller, {
      action: 'second_factor_removed',
      targetKind: 'operator',
      targetId: operator.name,
      reason: null,
      before: null,
      after: { factor: 'all', sessions_ended: await tx.sessions.endAllOf(operatorId, null) },
    });
  });
}
