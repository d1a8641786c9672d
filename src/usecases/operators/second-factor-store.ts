/** The part of the store's port for second factors of operators. */

import type { Instant } from '../../domain/zoned-time.ts';

/** An app that shows one-time codes (TOTP). An operator has at most one. */
export interface AuthenticatorApp {
  readonly operatorId: number;
  readonly sealedSecret: string;
  readonly createdAt: Instant;
  /** Null: the set-up has begun, and no code has confirmed it. */
  readonly confirmedAt: Instant | null;
  /** The latest time step whose code was accepted; 0: none. */
  readonly usedStep: number;
}

export interface Passkey {
  readonly id: number;
  readonly operatorId: number;
  /** Base64url. */
  readonly credentialId: string;
  /** The public key in COSE format, encoded as base64url. */
  readonly publicKey: string;
  /** The signature counter of the authenticator at the last use; 0 where the authenticator counts nothing. */
  readonly counter: number;
  /** The ways to reach the authenticator, separated by blanks, for example `internal hybrid`. */
  readonly transports: string;
  readonly name: string;
  readonly createdAt: Instant;
  /** Null: never used since the set-up. */
  readonly usedAt: Instant | null;
}

export type NewPasskey = Omit<Passkey, 'id' | 'usedAt'>;

export interface SecondFactorStanding {
  /** Whether the operator has a confirmed authenticator app or a passkey. */
  readonly isOn: boolean;
  /** Whether every operator of the shop must have a second factor. */
  readonly isRequired: boolean;
}

export interface SecondFactorReads {
  standing(operatorId: number): Promise<SecondFactorStanding>;
  isRequired(): Promise<boolean>;
  /** The ids of the operators who have a second factor. */
  operatorsWithFactor(): Promise<number[]>;
  app(operatorId: number): Promise<AuthenticatorApp | undefined>;
  allApps(): Promise<AuthenticatorApp[]>;
  recoveryCodesLeft(operatorId: number): Promise<number>;
  /** Oldest first. */
  passkeys(operatorId: number): Promise<Passkey[]>;
  passkeyByCredential(credentialId: string): Promise<Passkey | undefined>;
}

export interface SecondFactorWrites extends SecondFactorReads {
  setRequired(isRequired: boolean): Promise<void>;
  /** Inserts the app or replaces the operator's app. */
  saveApp(app: AuthenticatorApp): Promise<void>;
  /**
   * Replaces the sealed secret `before` of the app by `after`, which seals the same secret. Changes nothing if
   * another sealed secret is stored now.
   */
  resealApp(operatorId: number, before: string, after: string): Promise<void>;
  /**
   * Records this time step, and every earlier one, as used.
   * @returns false when this step or a later one was used before. Of parallel calls with one step, one returns true.
   */
  consumeStep(operatorId: number, step: number): Promise<boolean>;
  /** @returns whether the operator had an app. */
  removeApp(operatorId: number): Promise<boolean>;
  /** Stores the digests of new recovery codes and removes all former codes. */
  replaceRecoveryCodes(operatorId: number, digests: readonly string[]): Promise<void>;
  /**
   * Marks a recovery code as used.
   * @returns false when the code does not exist or was used before. Of parallel calls with one code, one returns
   * true.
   */
  consumeRecoveryCode(operatorId: number, digest: string, usedAt: Instant): Promise<boolean>;
  insertPasskey(passkey: NewPasskey): Promise<number>;
  /**
   * Stores the signature counter and the time of use of a passkey.
   * @returns false when the stored counter has changed since `former` was read.
   */
  recordPasskeyUse(
    former: Pick<Passkey, 'id' | 'counter'>,
    use: { readonly counter: number; readonly usedAt: Instant },
  ): Promise<boolean>;
  /** @returns whether the operator had this passkey. */
  removePasskey(operatorId: number, id: number): Promise<boolean>;
  /** Removes the app, the passkeys and the recovery codes of an operator. */
  removeAllOf(operatorId: number): Promise<void>;
  /**
   * Marks a challenge as used.
   * @returns false when the challenge was used before.
   */
  consumeChallenge(challenge: string, expiresAt: Instant): Promise<boolean>;
  /** Deletes the used challenges that expired before `now`. */
  purgeChallenges(now: Instant): Promise<void>;
}
