/** What a new shop starts with: the default catalogue and an operator. */

import { defaultCatalogue } from '../domain/goods/default-catalogue.ts';
import type { Deps } from './deps.ts';
import { makePassword } from './make-password.ts';

export const firstOperator = 'admin';

/** Only an empty shop is filled: what an operator took off the shelf stays off. */
export async function fillCatalogue({ store }: Pick<Deps, 'store'>): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.lockOpening();
    if ((await tx.countGoods()) > 0) return;
    for (const good of defaultCatalogue) await tx.insertGood(good);
  });
}

/**
 * @param password the configured one, which always holds; null: one is made when there is no operator yet.
 * @returns the password that was made, to be shown once; null when none was.
 */
export async function ensureOperator(
  deps: Pick<Deps, 'store' | 'clock' | 'random' | 'passwords'>,
  password: string | null,
): Promise<string | null> {
  const known = await deps.store.read.operatorByName(firstOperator);
  if (password === null && known !== undefined) return null;
  if (password !== null && known !== undefined) {
    if (await deps.passwords.matches(password, known.passwordHash)) return null;
  }
  const made = password ?? makePassword(deps.random);
  const passwordHash = await deps.passwords.hash(made);
  const written = await deps.store.transaction(async (tx) => {
    await tx.lockOpening();
    // Another process that starts at the same time was first, and has shown its password.
    if (password === null && (await tx.operatorByName(firstOperator)) !== undefined) return false;
    const createdAt = deps.clock.now();
    await tx.upsertOperator({ name: firstOperator, passwordHash, role: 'owner', createdAt });
    return true;
  });
  return password === null && written ? made : null;
}
