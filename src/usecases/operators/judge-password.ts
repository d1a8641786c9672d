/** Whose password it is. The time taken tells neither names nor who may still sign in. */

import type { Deps } from '../deps.ts';
import type { Operator } from '../ports/store.ts';

/** Checked against when there is no such operator, so that the time taken does not tell names apart. */
let absentHash: Promise<string> | undefined;

/** @returns undefined for a wrong name or password, and for an operator who was disabled. */
export async function operatorByPassword(
  { store, passwords }: Pick<Deps, 'store' | 'passwords'>,
  name: string,
  password: string,
): Promise<Operator | undefined> {
  const operator = await store.read.operatorByName(name);
  absentHash ??= passwords.hash('no such operator').catch((error: unknown) => {
    // A failure must not be remembered: the next caller would fail by it.
    absentHash = undefined;
    throw error;
  });
  const matches = await passwords.matches(password, operator?.passwordHash ?? (await absentHash));
  return matches && operator?.disabledAt === null ? operator : undefined;
}
