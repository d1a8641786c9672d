/** On PostgreSQL, an index that `up` creates on a large table would stop the shop for minutes. */

import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { migrate } from '../../../src/store/migrations/migrate.ts';
import { migrations } from '../../../src/store/migrations/migrations.ts';

/** The last migration of the first release: no shop with orders runs it or an earlier one. */
const firstRelease = '0037-provider-references';

test('after the first release, migrations create indexes on tables of earlier migrations only through `indexes`', async (t) => {
  const database = new DatabaseSync(':memory:');
  t.after(() => database.close());
  const tables = new Set<string>();
  const indexed: string[] = [];
  for (const [name, migration] of Object.entries(migrations)) {
    const earlier = new Set(tables);
    const declared = new Set(migration.indexes.map((index) => index.name));
    const execute = async (text: string, values: readonly unknown[]) => {
      const created = /^create (?:unlogged )?table (?:if not exists )?"?(\w+)/.exec(text)?.[1];
      if (created !== undefined) tables.add(created);
      const [, index = '', table = ''] =
        /^create (?:unique )?index (?:if not exists )?"?(\w+)"? on "?(\w+)/.exec(text) ?? [];
      if (name > firstRelease && earlier.has(table) && !declared.has(index))
        indexed.push(`${name}: ${index}`);
      return database.prepare(text).all(...(values as SQLInputValue[]));
    };
    const known = Object.fromEntries(Object.entries(migrations).filter(([each]) => each <= name));
    await migrate({ dialectName: 'sqlite', execute, locked: (work) => work() }, known);
  }
  assert.ok(tables.has('orders') && tables.has('order_problems'));
  assert.deepEqual(indexed, []);
});
