/** Places orders and prints the number of each acknowledged order. `durability.test.ts` runs and kills it. */

import { writeSync } from 'node:fs';
import { openStore } from '../../../src/store/open-store.ts';
import { silentLog } from '../../support/databases.ts';
import { openShop, place } from '../contract/fixtures.ts';

const file = process.argv[2] ?? '';
const { store } = await openStore({
  database: { kind: 'sqlite', file },
  clock: { now: () => 0 },
  log: silentLog,
});
const shop = await openShop(store);

async function placeForever(): Promise<never> {
  for (;;) {
    const order = await place(store, shop);
    writeSync(1, `${order.orderNo}\n`);
  }
}

await Promise.all(Array.from({ length: 20 }, placeForever));
