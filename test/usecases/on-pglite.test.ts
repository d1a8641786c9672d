/**
 * Every suite of this folder once more, on the PostgreSQL dialect. In one process, since starting PGlite costs
 * more than all of them.
 */

import { readdirSync } from 'node:fs';
import { openPglite } from '../support/databases.ts';
import { openShopsOn } from '../support/shop.ts';

const here = new URL('.', import.meta.url);
/** These choose their databases themselves. */
const besides = ['on-pglite.test.ts', 'good-races.test.ts', 'purge-records.test.ts'];

openShopsOn(openPglite);
for (const name of readdirSync(here)) {
  if (!besides.includes(name)) await import(new URL(name, here).href);
}
