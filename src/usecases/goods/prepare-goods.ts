/** Writes what the goods need before a process places orders: the default catalogue, and the rules of documents. */

import type { Deps } from '../deps.ts';
import { fillCatalogue } from './fill-catalogue.ts';
import { storeShippedRules } from './shipped-rules.ts';

export async function prepareGoods(deps: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  await fillCatalogue(deps);
  await storeShippedRules(deps);
}
