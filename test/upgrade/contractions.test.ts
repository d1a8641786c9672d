import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createPglite } from '../support/pglite.ts';
import { columnsOf, contractions } from './contractions.ts';

const db = await createPglite();
after(() => db.close());

/** @returns what processes that know only the old table can no longer do after `change`. */
async function takenBy(change: string): Promise<string[]> {
  const query = async (text: string) => (await db.query<Record<string, unknown>>(text)).rows;
  await db.exec('drop table if exists orders, refunds');
  await db.exec('create table orders (id integer primary key, title text not null, note text)');
  const before = await columnsOf(query);
  await db.exec(change);
  return contractions(before, await columnsOf(query));
}

const harmless = [
  'create table refunds (id integer primary key, reason text not null)',
  'alter table orders add colour text',
  "alter table orders add colour text not null default 'blue'",
  'alter table orders alter title drop not null',
];

const harmful: Readonly<Record<string, string>> = {
  'alter table orders drop note': 'orders.note is gone',
  'alter table orders rename note to remark': 'orders.note is gone',
  'alter table orders alter note type integer using 1': 'orders.note has another type',
  'alter table orders alter note set not null': 'orders.note must have a value',
  'alter table orders add colour text not null': 'orders.colour is new, must have a value and has no default',
};

for (const change of harmless) {
  test(`processes of the older version continue to work after "${change}"`, async () => {
    assert.deepEqual(await takenBy(change), []);
  });
}

for (const [change, taken] of Object.entries(harmful)) {
  test(`"${change}" is reported as a contraction`, async () => {
    assert.deepEqual(await takenBy(change), [taken]);
  });
}
