/** Finds the operator with a name and password. The time taken reveals neither names nor who is disabled. */

import type { Deps } from '../deps.ts';
import type { Operator } from './operator-store.ts';

/** Verified against when no operator has the name, so that both cases take the same time. */
let absentHash: Promise<string> | undefined;

/** @returns undefined for a wrong name or password, and for a disabled operator. */
export async function findByPassword(
  { store, passwords }: Pick<Deps, 'store' | 'passwords'>,
  name: string,
  password: string,
): Promise<Operator | undefined> {
  const operator = await store.read.operators.byName(name);
  absentHash ??= passwords.hash('no such operator').catch((error: unknown) => {
    // A failure must not be kept: every later call would fail with it.
    absentHash = undefined;
    throw error;
  });
  const matches = await passwords.matches(password, operator?.passwordHash ?? (await absentHash));
  return matches && operator?.disabledAt === null ? operator : undefined;
}
