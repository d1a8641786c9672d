/** Calls the browser's functions for passkeys (WebAuthn) with the data of the console's API. */

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { Answer, Body } from '../../shared/api/call.ts';

export const passkeysAreSupported: () => boolean = browserSupportsWebAuthn;

/** Whether the page's address is one for which browsers make passkeys: a host name, not an IP address. */
export function passkeysWorkHere(): boolean {
  return passkeysAreSupported() && !/^[\d.]+$|:/.test(location.hostname);
}

/** The person cancelled, or the authenticator failed. Browsers do not report which of the two happened. */
export class PasskeyCancelled extends Error {}

async function orCancelled<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new PasskeyCancelled('the browser made no passkey', { cause });
  }
}

/** Makes a passkey on a device of the operator. @throws PasskeyCancelled */
export async function makePasskey(
  { options }: Answer<'console_new_passkey_options'>,
  name: string,
): Promise<Body<'console_add_passkey'>> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await orCancelled(() => startRegistration({ optionsJSON }));
  return {
    name,
    credential_id: id,
    client_data: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/** Has a passkey of the operator sign a challenge. @throws PasskeyCancelled */
export async function signWithPasskey({
  options,
}: Answer<'console_sign_in_passkey_options'>): Promise<Body<'console_sign_in_passkey'>> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await orCancelled(() => startAuthentication({ optionsJSON }));
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}
