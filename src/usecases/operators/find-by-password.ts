/** Finds the operator with a name and password. Takes the same time for existing, unknown and disabled operators. */

import type { Deps } from '../deps.ts';
import type { Operator } from './operator-store.ts';

/** The hash with which the password is compared when no operator has the name. */
let absentHash: Promise<string> | undefined;

/** @returns undefined when the name or password is wrong, or the operator is disabled. */
export async function findByPassword(
  { store, passwords }: Pick<Deps, 'store' | 'passwords'>,
  name: string,
  password: string,
): Promise<Operator | undefined> {
  const operator = await store.read.operators.byName(name);
  absentHash ??= passwords.hash('no such operator').catch((error: unknown) => {
    // Do not keep a rejected promise: every later call would fail.
    absentHash = undefined;
    throw error;
  });
  const matches = await passwords.matches(password, operator?.passwordHash ?? (await absentHash));
  return matches && operator?.disabledAt === null ? operator : undefined;
}
