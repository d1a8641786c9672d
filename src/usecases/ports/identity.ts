/** Verification of credentials. The HTTP layer reads which credential a request carries; this port verifies it. */

import type { Instant } from '../../domain/zoned-time.ts';

export type ProvenIdentity =
  /** The service issued the token, to a guest or to a user who signed in with an account at a payment provider. */
  | {
      readonly kind: 'guest';
      readonly userId: number;
      readonly generation: number;
      readonly issuedAt: Instant;
      /** A guest who is a member may use the token after this time too. `identify.ts` decides about it. */
      readonly expiresAt: Instant;
    }
  /** The shop's identity provider issued the token. */
  | { readonly kind: 'subject'; readonly issuer: string; readonly subject: string };

/** How long a token of the service is valid, unless the guest is a member for longer. */
export const tokenLifetimeMs = 365 * 24 * 60 * 60 * 1000;

export interface Tokens {
  /**
   * @returns undefined when the token is forged or comes from an unknown issuer, and for a JWT that has expired. The
   * caller checks `expiresAt` of a token of the service.
   */
  verify(bearer: string, now: Instant): Promise<ProvenIdentity | undefined>;
  /** @param generation the `tokenGeneration` of the user; default: the generation of a new guest. */
  issueGuestToken(userId: number, now: Instant, generation?: number): string;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Takes the same time for every password, except that the result for a
   * password that matched recently is cached.
   */
  matches(password: string, hash: string): Promise<boolean>;
  /** Whether this password matched this hash recently. Fast, because it computes no password hash. */
  remembers(password: string, hash: string): boolean;
  /** Whether the password is one of the common passwords that attackers try first. */
  isCommon(password: string): boolean;
  /**
   * Computes the proof, stored in the device's cookie, that the device has signed in with the password of
   * this hash.
   */
  deviceProof(deviceId: string, hash: string): string;
  provesDevice(proof: string, deviceId: string, hash: string): boolean;
}
