/**
 * Lets operators set up and remove their authenticator app. The app counts as a second factor only after a code has
 * confirmed the set-up.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import type { Deps } from '../deps.ts';
import { holdSession } from './hold-session.ts';
import { appOwner, plainCode } from './prove-second-factor.ts';
import {
  completeFirstFactor,
  dropUselessCodes,
  makeRecoveryCodes,
  recordFactorChange,
} from './recovery-codes.ts';
import { countAttempt, forgiveAttempt } from './sign-in-waits.ts';

type AppDeps = Pick<Deps, 'store' | 'clock' | 'factors'>;

export interface AppSetUp {
  /** The secret in base32. Only the response to this call contains the secret. */
  readonly secret: string;
  /** The `otpauth:` address for a QR code. */
  readonly address: string;
}

/**
 * Makes the secret of an authenticator app. The app is off until `confirmAppSetUp`. A repeated call replaces the
 * secret. @throws AppError `forbidden`, `illegal_transition` (the operator already has a confirmed app).
 */
export async function beginAppSetUp(
  { store, clock, factors }: AppDeps,
  caller: SessionCaller,
): Promise<AppSetUp> {
  requirePermission(caller, 'own_account');
  requireRecentProof(caller, clock.now());
  const { id: operatorId, name } = caller.operator;
  const secret = factors.codes.newSecret();
  const sealedSecret = factors.seals.seal(secret, appOwner(operatorId));
  await store.transaction(async (tx) => {
    await holdSession(tx, caller, 'own_account', clock.now());
    const former = await tx.secondFactors.app(operatorId);
    if (former !== undefined && former.confirmedAt !== null) throw alreadyOn();
    const app = { operatorId, sealedSecret, createdAt: clock.now(), confirmedAt: null, usedStep: 0 };
    await tx.secondFactors.saveApp(app);
  });
  return { secret, address: factors.codes.addressOf(secret, name) };
}

/**
 * Switches the app on, after a code from the app has proved that the operator has set it up.
 * @param client the key by which rate limits count this client.
 * @returns recovery codes to show once; null: the operator had a second factor before.
 * @throws AppError `forbidden`, `illegal_transition`, `invalid_parameters` (a wrong code), `too_many_requests`.
 */
export async function confirmAppSetUp(
  deps: AppDeps,
  caller: SessionCaller,
  code: string,
  client: string,
): Promise<readonly string[] | null> {
  requirePermission(caller, 'own_account');
  const { clock, factors } = deps;
  requireRecentProof(caller, clock.now());
  const { id: operatorId, name } = caller.operator;
  const attempt = { name, client, isInSession: true };
  await countAttempt(deps, attempt);
  const made = makeRecoveryCodes(deps);
  return deps.store.transaction(async (tx) => {
    await holdSession(tx, caller, 'own_account', clock.now());
    const app = await tx.secondFactors.app(operatorId);
    if (app === undefined) {
      throw new AppError('illegal_transition', 'Begin the set-up again.', {
        reason: 'second_factor_missing',
      });
    }
    if (app.confirmedAt !== null) throw alreadyOn();
    const secret = factors.seals.open(app.sealedSecret, appOwner(operatorId))?.secret;
    const now = clock.now();
    const step = secret === undefined ? undefined : factors.codes.stepOf(secret, plainCode(code), now);
    if (step === undefined) throw invalidParameter('code', 'wrong_code', 'The code is wrong.');
    const { isOn } = await tx.secondFactors.standing(operatorId);
    await tx.secondFactors.saveApp({ ...app, confirmedAt: now, usedStep: step });
    await forgiveAttempt(tx, attempt, now);
    await recordFactorChange({ tx, clock }, caller, 'second_factor_added', { factor: 'authenticator_app' });
    return completeFirstFactor(tx, caller, isOn, made);
  });
}

/** @throws AppError `forbidden`, `illegal_transition` (there is none). */
export async function removeApp({ store, clock }: AppDeps, caller: SessionCaller): Promise<void> {
  requirePermission(caller, 'own_account');
  requireRecentProof(caller, clock.now());
  const { id } = caller.operator;
  await store.transaction(async (tx) => {
    await holdSession(tx, caller, 'own_account', clock.now());
    if (!(await tx.secondFactors.removeApp(id))) {
      throw new AppError('illegal_transition', 'You have no authenticator app.', {
        reason: 'second_factor_missing',
      });
    }
    await dropUselessCodes(tx, id);
    await recordFactorChange({ tx, clock }, caller, 'second_factor_removed', { factor: 'authenticator_app' });
  });
}

function alreadyOn(): AppError {
  return new AppError('illegal_transition', 'Remove your present authenticator app first.', {
    reason: 'second_factor_already_on',
  });
}

/**
 * Seals with the present `SECRET_KEY` the secrets of authenticator apps that were sealed with a former key, so that
 * the former key can be removed from the configuration.
 */
export async function resealApps({
  store,
  factors,
  log,
}: Pick<Deps, 'store' | 'factors' | 'log'>): Promise<void> {
  for (const { operatorId, sealedSecret } of await store.read.secondFactors.allApps()) {
    const owner = appOwner(operatorId);
    const opened = factors.seals.open(sealedSecret, owner);
    if (opened === undefined) {
      log.error({ operatorId }, 'the key of an authenticator app was sealed with another SECRET_KEY');
    } else if (!opened.isCurrent) {
      const after = factors.seals.seal(opened.secret, owner);
      await store.transaction((tx) => tx.secondFactors.resealApp(operatorId, sealedSecret, after));
    }
  }
}
