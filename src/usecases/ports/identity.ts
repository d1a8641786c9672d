/** Verification of credentials. The HTTP layer reads which credential a request carries; this port verifies it. */

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
  /** Takes the same time for every password, unless the match is remembered. */
  matches(password: string, hash: string): Promise<boolean>;
  /** Whether this password matched this hash recently. Costs nothing. */
  remembers(password: string, hash: string): boolean;
}
