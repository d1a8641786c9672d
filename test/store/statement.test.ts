import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postgresDialect, sqliteDialect } from '../../src/store/dialect.ts';
import { statement } from '../../src/store/statement.ts';

describe('a statement', () => {
  it('is compiled once for each SQL dialect, and its text is in that dialect', () => {
    let builds = 0;
    const lockUser = statement<{ id: number }>()((db, p, dialect) => {
      builds += 1;
      return db.selectFrom('users').select('id').where('id', '=', p.id).modifyEnd(dialect.rowLock);
    });
    assert.equal(builds, 0);
    for (const _again of [1, 2]) {
      assert.equal(lockUser.compiled(sqliteDialect).sql.trimEnd(), 'select "id" from "users" where "id" = ?');
      assert.equal(
        lockUser.compiled(postgresDialect).sql,
        'select "id" from "users" where "id" = $1 for update',
      );
    }
    assert.equal(builds, 2);
  });

  it('binds values and constants in the order in which they occur in the SQL', () => {
    const search = statement<{ name: string; price: number; sort: number | null }>()((db, p) =>
      db
        .selectFrom('goods')
        .select('id')
        .where('price_minor', '<', p.price)
        .where('icon', '=', '/i.svg')
        .where('title', '=', p.name)
        .where('sort', 'is', p.sort)
        .where('price_minor', '>', p.price),
    );
    const values = search.compiled(sqliteDialect).bind({ sort: null, name: 'n', price: 5 });
    assert.deepEqual(values, [5, '/i.svg', 'n', null, 5]);
  });

  it('throws if the value of a parameter is missing', () => {
    const byName = statement<{ name: string }>()((db, p) =>
      db.selectFrom('operators').selectAll().where('name', '=', p.name),
    );
    const missing: { name: string } = JSON.parse('{}');
    assert.throws(() => byName.compiled(sqliteDialect).bind(missing), /type undefined/);
  });
});
