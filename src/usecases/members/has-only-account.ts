/** Whether a user has signed in only with an account at a payment provider, and not with the identity provider. */

import type { UserOrigin } from './member-store.ts';

/** An identity provider's issuer is a URL, so it cannot begin like this. */
export const accountIssuer = 'account:';

export function hasOnlyAccount({ issuer }: Pick<UserOrigin, 'issuer'>): boolean {
  return issuer?.startsWith(accountIssuer) === true;
}
