/**
 * Lists the payment providers with whose accounts the caller has signed in. Some payment channels need such an
 * account.
 */

import type { Caller } from '../callers/caller.ts';
import type { Deps } from '../deps.ts';

/** @returns the names of providers. */
export async function signedInWith(
  { store, providers }: Pick<Deps, 'store' | 'providers'>,
  caller: Caller,
): Promise<readonly string[]> {
  if (caller.kind !== 'guest' && caller.kind !== 'user') return [];
  const names = providers
    .filter(({ channels, needsPayer }) => channels.some((channel) => needsPayer(channel)))
    .map(({ name }) => name);
  const payers = await Promise.all(names.map((name) => store.read.members.payerOf(caller.userId, name)));
  return names.filter((_name, at) => payers[at] !== undefined);
}
