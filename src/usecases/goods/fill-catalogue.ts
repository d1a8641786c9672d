/** What a new shop starts with: the default catalogue. */

import { defaultCatalogue } from '../../domain/goods/default-catalogue.ts';
import type { Deps } from '../deps.ts';

/** Only an empty shop is filled: what an operator took off the shelf stays off. */
export async function fillCatalogue({ store }: Pick<Deps, 'store'>): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.goods.lockOpening();
    if ((await tx.goods.count()) > 0) return;
    for (const good of defaultCatalogue) await tx.goods.insert(good);
  });
}
