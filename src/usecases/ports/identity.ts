/** Proof of who is calling. Which credential was shown is the edge's matter; whether it holds is decided here. */

import type { Instant } from '../../domain/zoned-time.ts';

export type ProvenIdentity =
  /** A guest token of ours. */
  | { readonly kind: 'guest'; readonly userId: number }
  /** A token of the operator's identity provider. */
  | { readonly kind: 'subject'; readonly issuer: string; readonly subject: string };

export interface Tokens {
  /** @returns undefined for a token that is forged, expired or of an unknown issuer. */
  verify(bearer: string, now: Instant): Promise<ProvenIdentity | undefined>;
  issueGuestToken(userId: number, now: Instant): string;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Constant time in the password. */
  matches(password: string, hash: string): Promise<boolean>;
}
