/**
 * Signs operators in with a passkey alone. The authenticator has verified the person with a PIN, a fingerprint or a
 * face, so the passkey is two factors.
 */

import { AppError } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';
import type { PasskeyAnswer, PasskeyOptions } from '../ports/second-factors.ts';
import { type NewSessionCall, openSession } from './open-session.ts';
import { prepareProof } from './prove-second-factor.ts';
import type { OperatorSession } from './session-store.ts';

/**
 * Returns the WebAuthn options with which the browser asks the authenticator for a passkey.
 * @param browser digest of a secret that only this browser has.
 */
export function passkeySignInOptions(
  { clock, factors }: Pick<Deps, 'clock' | 'factors'>,
  browser: string,
): Promise<PasskeyOptions> {
  return factors.passkeys.authenticationOptions(null, bindingOf(browser), clock.now());
}

export interface PasskeySignInCall extends NewSessionCall {
  /** Digest of the secret that the browser received with the challenge; null: the request contains no secret. */
  readonly browser: string | null;
  readonly answer: PasskeyAnswer;
}

/**
 * @throws AppError `invalid_credential`: the passkey is unknown or its answer is not valid, or the operator is
 * disabled.
 */
export async function signInWithPasskey(
  deps: Pick<Deps, 'store' | 'clock' | 'log' | 'factors'>,
  call: PasskeySignInCall,
): Promise<OperatorSession> {
  const session = call.browser === null ? undefined : await trySignIn(deps, call, call.browser);
  if (session !== undefined) return session;
  deps.log.warn({ requestId: call.requestId, address: call.address }, 'passkey refused');
  throw new AppError('invalid_credential', 'This passkey does not open the console.', {
    reason: 'unusable_passkey',
  });
}

async function trySignIn(
  deps: Pick<Deps, 'store' | 'clock' | 'log' | 'factors'>,
  call: PasskeySignInCall,
  browser: string,
): Promise<OperatorSession | undefined> {
  const { store } = deps;
  const passkey = await store.read.secondFactors.passkeyByCredential(call.answer.credentialId);
  const known = passkey && (await store.read.operators.byId(passkey.operatorId));
  if (known === undefined) return undefined;
  const binding = bindingOf(browser);
  const consume = await prepareProof(deps, known, { kind: 'passkey', answer: call.answer, binding });
  return store.transaction(async (tx) => {
    await tx.operators.lockAll();
    const operator = await tx.operators.byId(known.id);
    if (operator?.disabledAt !== null) return undefined;
    if ((await consume(tx)) === undefined) return undefined;
    // This sign-in does not use the password, so it cannot check whether the password is weak. The next sign-in with
    // the password checks it.
    return openSession(deps, tx, operator, call, { weakPassword: false, facts: { passkey_only: true } });
  });
}

function bindingOf(browser: string): string {
  return `sign-in of the browser ${browser}`;
}
