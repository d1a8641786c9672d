/** Whether a user has signed in only with an account at a payment provider, and not with the identity provider. */

import type { UserOrigin } from './member-store.ts';

/**
 * The beginning of the issuer of users who have signed in only with an account at a payment provider. The issuer of
 * an identity provider is a URL, so it cannot begin with this text.
 */
export const accountIssuer = 'account:';

export function hasOnlyAccount({ issuer }: Pick<UserOrigin, 'issuer'>): boolean {
  return issuer?.startsWith(accountIssuer) === true;
}
