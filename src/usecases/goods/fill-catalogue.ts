/** Adds the default catalogue to a new shop. */

import { defaultCatalogue } from '../../domain/goods/default-catalogue.ts';
import type { Deps } from '../deps.ts';

/** Fills only an empty catalogue, so that a restart never overwrites what an operator changed. */
export async function fillCatalogue({ store }: Pick<Deps, 'store'>): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.goods.lockOpening();
    if ((await tx.goods.count()) > 0) return;
    for (const good of defaultCatalogue) await tx.goods.insert(good);
  });
}
