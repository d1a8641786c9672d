/** Finds the provider account with which a customer pays, and opens its sealed session key. */

import type { Payer } from '../ports/payment-provider.ts';
import type { SecretSeals } from '../ports/second-factors.ts';
import type { MemberReads } from './member-store.ts';

/**
 * Providers that use the customers' accounts of another provider. WeChat Pay and its virtual payment know a customer
 * of one mini program under the same openid.
 */
const accountProviders: Readonly<Record<string, string>> = { wechat_virtual: 'wechat' };

/** @returns undefined if the customer must call `login` first. */
export async function payerOf(
  members: Pick<MemberReads, 'payerOf'>,
  seals: SecretSeals,
  userId: number,
  providerName: string,
): Promise<Payer | undefined> {
  const provider = accountProviders[providerName] ?? providerName;
  const account = await members.payerOf(userId, provider);
  if (account === undefined || account.sessionKey === null) return account;
  const opened = seals.open(account.sessionKey, sealOwner(provider, account.id));
  // The session key was sealed with a `SECRET_KEY` that the service no longer has. The customer must sign in again.
  if (opened === undefined) return undefined;
  return { id: account.id, sessionKey: opened.secret };
}

/**
 * The `owner` with which a session key is sealed; see `SecretSeals`. The session key of one account cannot be opened
 * for another account.
 */
export function sealOwner(provider: string, accountId: string): string {
  return `${provider} account ${accountId}`;
}
