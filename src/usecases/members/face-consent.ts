/**
 * The consent that the shop processes a photo with a face. While the shop asks for it, uploads, checks of photos and
 * orders of pictures need a consent to the newest version of the text. Operators need no consent.
 */

import { AppError } from '../../domain/errors.ts';
import type { ConsentText, FaceConsent } from '../../domain/face-consent.ts';
import type { Caller } from '../callers/caller.ts';
import { holdCaller } from '../callers/hold-caller.ts';
import type { Deps } from '../deps.ts';
import type { StoreReads } from '../ports/store.ts';

export interface ConsentState {
  /** Whether the shop asks for consent now. */
  readonly isRequired: boolean;
  /** The newest version of the text; null: the shop has never asked for consent. */
  readonly text: ConsentText | null;
  /** The caller's consent to this version; null: there is none. */
  readonly consent: FaceConsent | null;
}

export interface ConsentOutcome extends ConsentState {
  /** The token of the guest that the call created; null when the caller already is a user or guest. */
  readonly guestToken: string | null;
}

type ConsentDeps = Pick<Deps, 'store' | 'clock' | 'settings' | 'tokens'>;

function userIdOf(caller: Caller): number | null {
  return caller.kind === 'guest' || caller.kind === 'user' ? caller.userId : null;
}

export async function consentState(
  { store, settings }: Pick<Deps, 'store' | 'settings'>,
  caller: Caller,
): Promise<ConsentState> {
  return stateFor(store.read, settings, userIdOf(caller));
}

async function stateFor(
  { consents }: Pick<StoreReads, 'consents'>,
  { asksForFaceConsent }: Pick<Deps['settings'], 'asksForFaceConsent'>,
  userId: number | null,
): Promise<ConsentState> {
  const text = (await consents.currentText()) ?? null;
  const consent = text === null || userId === null ? undefined : await consents.inForce(userId, text.version);
  return { isRequired: asksForFaceConsent && text !== null, text, consent: consent ?? null };
}

/**
 * Records the consent to this version. An anonymous caller becomes a guest. Records nothing if the shop has no text and
 * does not ask for consent.
 * @throws AppError `forbidden` (the caller is an operator, or the version is not the newest one), `invalid_credential`
 * (the caller was erased in the meantime).
 */
export async function giveConsent(
  { store, clock, settings, tokens }: ConsentDeps,
  caller: Caller,
  version: number,
): Promise<ConsentOutcome> {
  refuseOperator(caller);
  const now = clock.now();
  return store.transaction(async (tx) => {
    const text = await tx.consents.currentText();
    if (text === undefined && !settings.asksForFaceConsent) {
      return { ...(await stateFor(tx, settings, userIdOf(caller))), guestToken: null };
    }
    if (text?.version !== version) throw consentRequired();
    const known = (await holdCaller(tx, caller))?.id ?? null;
    const userId = known ?? (await tx.members.insertGuest(now)).id;
    await tx.consents.give(userId, version, now);
    const guestToken = known === null ? tokens.issueGuestToken(userId, now) : null;
    return { ...(await stateFor(tx, settings, userId)), guestToken };
  });
}

/** @throws AppError `forbidden` (the caller is an operator). */
export async function withdrawConsent(
  { store, clock, settings }: Pick<ConsentDeps, 'store' | 'clock' | 'settings'>,
  caller: Caller,
): Promise<ConsentOutcome> {
  refuseOperator(caller);
  const userId = userIdOf(caller);
  return store.transaction(async (tx) => {
    if (userId !== null) await tx.consents.withdraw(userId, clock.now());
    return { ...(await stateFor(tx, settings, userId)), guestToken: null };
  });
}

function refuseOperator(caller: Caller): void {
  if (caller.kind !== 'operator') return;
  throw new AppError('forbidden', 'Operators do not consent for customers.', { reason: 'role_not_allowed' });
}

/**
 * Does nothing while the shop does not ask for consent.
 * @throws AppError `forbidden` with the reason `consent_required`: the caller has not consented to the newest
 * version.
 */
export async function requireFaceConsent(
  reads: Pick<StoreReads, 'consents'>,
  settings: Pick<Deps['settings'], 'asksForFaceConsent'>,
  caller: Caller,
): Promise<void> {
  if (!settings.asksForFaceConsent || caller.kind === 'operator') return;
  const { isRequired, consent } = await stateFor(reads, settings, userIdOf(caller));
  if (isRequired && consent === null) throw consentRequired();
}

function consentRequired(): AppError {
  const detail = 'The shop needs the customer’s consent to the newest text before it processes a photo.';
  return new AppError('forbidden', detail, { reason: 'consent_required' });
}
