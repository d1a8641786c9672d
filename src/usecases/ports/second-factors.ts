/**
 * The cryptography of second factors: one-time codes (RFC 6238), recovery codes, sealed secrets and passkeys
 * (WebAuthn).
 */

import type { Instant } from '../../domain/zoned-time.ts';

/** Protects secrets in the database with keys that are derived from `SECRET_KEY`. */
export interface SecretSeals {
  /**
   * @param owner what the secret belongs to, for example an operator's app. A secret that is sealed for one owner
   * cannot be opened for another.
   */
  seal(secret: string, owner: string): string;
  /**
   * @returns undefined when the seal is damaged, belongs to another owner, or was made with a key that the service
   * does not have. `isCurrent` is false if the secret was sealed with a former `SECRET_KEY`.
   */
  open(sealed: string, owner: string): { readonly secret: string; readonly isCurrent: boolean } | undefined;
}

export interface OneTimeCodes {
  /** A new secret of an authenticator app, in base32. */
  newSecret(): string;
  /** The `otpauth:` address of the secret, for a QR code. */
  addressOf(secret: string, account: string): string;
  /** @returns the time step of the code; undefined when it is no code of the present step or a neighbouring one. */
  stepOf(secret: string, code: string, now: Instant): number | undefined;
  /** A new recovery code, such as `4KXM-9QRT-…`. */
  newRecoveryCode(): string;
  /** Ignores case, blanks and hyphens. @returns null when the text cannot be a recovery code. */
  digestOfRecoveryCode(code: string): string | null;
}

/** The options for the browser's WebAuthn functions. The pages pass them on unchanged. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** A public key that the operator's authenticator made. */
export interface MadePasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string;
}

/** What the authenticator returned for a new passkey. Texts are base64url. */
export interface NewPasskeyAnswer {
  readonly credentialId: string;
  readonly clientData: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** What the authenticator returned for a challenge. Texts are base64url. */
export interface PasskeyAnswer {
  readonly credentialId: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

type KnownPasskey = Pick<MadePasskey, 'credentialId' | 'transports'>;

/** A challenge that was answered. Each challenge must be used once only. */
export interface UsedChallenge {
  readonly challenge: string;
  readonly expiresAt: Instant;
}

export interface Passkeys {
  /** False when browsers make no passkeys for the shop's public address, for example because it is an IP address. */
  readonly arePossible: boolean;
  /**
   * @param binding names the sign-in, the session or the browser for which the challenge is issued. An answer to the
   * challenge is valid only for the same `binding`.
   */
  registrationOptions(
    operator: { readonly id: number; readonly name: string },
    existing: readonly KnownPasskey[],
    binding: string,
    now: Instant,
  ): Promise<PasskeyOptions>;
  /** @returns undefined when `answer` is not a valid answer to a challenge that was issued for `binding`. */
  verifyRegistration(
    answer: NewPasskeyAnswer,
    binding: string,
    now: Instant,
  ): Promise<(MadePasskey & UsedChallenge) | undefined>;
  /** @param allowed the passkeys that may answer; null: any passkey of this shop on the device. */
  authenticationOptions(
    allowed: readonly KnownPasskey[] | null,
    binding: string,
    now: Instant,
  ): Promise<PasskeyOptions>;
  /**
   * @returns undefined when `answer` is not a valid answer to a challenge that was issued for `binding`, or when the
   * signature counter has not grown, which is the sign of a copied authenticator.
   */
  verifyAuthentication(
    answer: PasskeyAnswer,
    passkey: MadePasskey,
    binding: string,
    now: Instant,
  ): Promise<(UsedChallenge & { readonly counter: number }) | undefined>;
}

export interface SecondFactorTools {
  readonly seals: SecretSeals;
  readonly codes: OneTimeCodes;
  readonly passkeys: Passkeys;
}
