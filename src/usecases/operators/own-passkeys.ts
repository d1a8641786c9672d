/** Lets operators add and remove their passkeys. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { SessionCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import type { Deps } from '../deps.ts';
import type { NewPasskeyAnswer, PasskeyOptions } from '../ports/second-factors.ts';
import { holdSession } from './hold-session.ts';
import {
  completeFirstFactor,
  dropUselessCodes,
  makeRecoveryCodes,
  recordFactorChange,
} from './recovery-codes.ts';
import type { Passkey } from './second-factor-store.ts';

type PasskeyDeps = Pick<Deps, 'store' | 'clock' | 'factors'>;

/** The maximum number of passkeys of one operator. One person has far fewer devices. */
const passkeysPerOperatorMax = 20;

function bindingOf({ sessionId }: SessionCaller): string {
  return `new passkey in session ${sessionId}`;
}

/**
 * Returns the WebAuthn options with which the browser asks the authenticator to make a passkey. @throws AppError
 * `forbidden`
 */
export async function newPasskeyOptions(
  { store, clock, factors }: PasskeyDeps,
  caller: SessionCaller,
): Promise<PasskeyOptions> {
  requirePermission(caller, 'own_account');
  requireRecentProof(caller, clock.now());
  const existing = await store.read.secondFactors.passkeys(caller.operator.id);
  return factors.passkeys.registrationOptions(caller.operator, existing, bindingOf(caller), clock.now());
}

export interface AddedPasskey {
  readonly passkey: Passkey;
  /** Recovery codes to show once; null: the operator had a second factor before. */
  readonly recoveryCodes: readonly string[] | null;
}

/** @throws AppError `forbidden`, `invalid_parameters`. */
export async function addPasskey(
  deps: PasskeyDeps,
  caller: SessionCaller,
  name: string,
  answer: NewPasskeyAnswer,
): Promise<AddedPasskey> {
  requirePermission(caller, 'own_account');
  const now = deps.clock.now();
  requireRecentProof(caller, now);
  if (name.trim() !== name || name === '')
    throw invalidParameter('name', 'blank', 'must not begin or end blank');
  const { id: operatorId } = caller.operator;
  const verified = await deps.factors.passkeys.verifyRegistration(answer, bindingOf(caller), now);
  if (verified === undefined) throw passkeyRefused();
  const { credentialId, publicKey, counter, transports } = verified;
  const made = makeRecoveryCodes(deps);
  return deps.store.transaction(async (tx) => {
    await holdSession(tx, caller, 'own_account', now);
    await tx.secondFactors.purgeChallenges(now);
    if (!(await tx.secondFactors.consumeChallenge(verified.challenge, verified.expiresAt)))
      throw passkeyRefused();
    if ((await tx.secondFactors.passkeyByCredential(credentialId)) !== undefined) throw passkeyRefused();
    const others = await tx.secondFactors.passkeys(operatorId);
    if (others.length >= passkeysPerOperatorMax) {
      throw invalidParameter('name', 'list_max', 'Remove a passkey first.', { max: passkeysPerOperatorMax });
    }
    const { isOn } = await tx.secondFactors.standing(operatorId);
    const added = { operatorId, credentialId, publicKey, counter, transports, name, createdAt: now };
    const id = await tx.secondFactors.insertPasskey(added);
    const facts = { factor: 'passkey', name };
    await recordFactorChange({ tx, clock: deps.clock }, caller, 'second_factor_added', facts);
    const recoveryCodes = await completeFirstFactor(tx, caller, isOn, made);
    return { passkey: { ...added, id, usedAt: null }, recoveryCodes };
  });
}

/** @throws AppError `forbidden`, `unknown_item`. */
export async function removePasskey(
  { store, clock }: PasskeyDeps,
  caller: SessionCaller,
  id: number,
): Promise<void> {
  requirePermission(caller, 'own_account');
  requireRecentProof(caller, clock.now());
  const { id: operatorId } = caller.operator;
  await store.transaction(async (tx) => {
    await holdSession(tx, caller, 'own_account', clock.now());
    const passkey = (await tx.secondFactors.passkeys(operatorId)).find((one) => one.id === id);
    if (passkey === undefined || !(await tx.secondFactors.removePasskey(operatorId, id))) {
      throw new AppError('unknown_item', 'You have no such passkey.', { reason: 'unknown_passkey' });
    }
    await dropUselessCodes(tx, operatorId);
    const facts = { factor: 'passkey', name: passkey.name };
    await recordFactorChange({ tx, clock }, caller, 'second_factor_removed', facts);
  });
}

function passkeyRefused(): AppError {
  return invalidParameter(
    'attestation_object',
    'passkey_refused',
    'The passkey could not be verified. Try again.',
  );
}
