/** The account with which a customer pays, with its session key opened. */

import type { Payer } from '../ports/payment-provider.ts';
import type { SecretSeals } from '../ports/second-factors.ts';
import type { MemberReads } from './member-store.ts';

/** WeChat Pay and virtual payment know a customer of one mini program under the same openid. */
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
  // `SECRET_KEY` was replaced. A new sign-in stores the session key again.
  if (opened === undefined) return undefined;
  return { id: account.id, sessionKey: opened.secret };
}

/** The owner of the seal of a session key; see `SecretSeals`. A seal does not open for another account. */
export function sealOwner(provider: string, accountId: string): string {
  return `${provider} account ${accountId}`;
}
