/** Compares the definitions of the tables with the schema that the migrations create. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { openStore } from '../../src/store/open-store.ts';
import { type Columns, columnName } from '../../src/store/table.ts';
import { tables } from '../../src/store/tables.ts';
import { silentLog } from '../support/databases.ts';

describe('the definitions of the tables', () => {
  let folder: string;
  let sqlite: DatabaseSync;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photokiosk-tables-'));
    const database = { kind: 'sqlite', file: join(folder, 'tables.db') } as const;
    const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
    await store.close();
    sqlite = new DatabaseSync(database.file);
  });

  after(() => {
    sqlite.close();
    rmSync(folder, { recursive: true });
  });

  function defined(name: string): { columns: Columns; sql: string } {
    const columns = Object.entries(tables).find(([key]) => key === name)?.[1].definitions;
    assert.ok(columns !== undefined, `${name} has no definition`);
    const found = sqlite.prepare('select sql from sqlite_schema where name = ?').get(name);
    return { columns, sql: String(found?.sql) };
  }

  it('exist exactly once for each table of the schema', () => {
    const rows = sqlite
      .prepare(`select name from sqlite_schema where type = 'table' and name not like 'kysely_%'
        and name not like 'sqlite_%' order by name`)
      .all();
    const names = rows.map(({ name }) => name);
    assert.deepEqual(Object.keys(tables).toSorted(), names);
    assert.deepEqual(
      Object.values(tables).map(({ name }) => name),
      Object.keys(tables),
    );
  });

  for (const name of Object.keys(tables)) {
    it(`have the columns of ${name}, with their types and nullability`, () => {
      const { columns } = defined(name);
      const expected = Object.entries(columns).map(([field, column]) => ({
        name: columnName(field, column),
        type: column.type,
        nullable: column.nullable,
        generated: column.generated === true,
      }));
      const found = sqlite.prepare(`select * from pragma_table_info('${name}')`).all();
      const actual = found.map((column) => ({
        name: String(column.name),
        type: String(column.type).toLowerCase(),
        nullable: column.notnull === 0 && column.pk === 0,
        generated: column.name === 'id' && column.type === 'INTEGER',
      }));
      assert.deepEqual(byName(expected), byName(actual));
    });

    it(`allow the same values as the check constraints of ${name}`, () => {
      const { columns, sql } = defined(name);
      const checks = sql.matchAll(/(\w+) text(?: not null)? check \(\1 in \(([^)]*)\)\)/g);
      const checked = Array.from(checks, ([, column, values = '']) => ({
        name: column ?? '',
        values: Array.from(values.matchAll(/'([^']*)'/g), ([, value]) => value),
      }));
      const allowed = Object.entries(columns).flatMap(([field, column]) =>
        column.allowed === null ? [] : [{ name: columnName(field, column), values: column.allowed }],
      );
      assert.deepEqual(byName(allowed), byName(checked));
    });
  }
});

function byName<Named extends { readonly name: string }>(list: readonly Named[]): Named[] {
  return list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
