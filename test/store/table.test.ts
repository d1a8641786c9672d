import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  converted,
  flag,
  generatedId,
  integer,
  named,
  nullable,
  oneOf,
  text,
} from '../../src/store/column.ts';
import { sqliteDialect } from '../../src/store/dialect.ts';
import { json, scalars } from '../../src/store/json-column.ts';
import { statement } from '../../src/store/statement.ts';
import { type NewRow, type Row, table } from '../../src/store/table.ts';

const parcels = table('goods', {
  id: generatedId,
  title: text,
  priceMinor: integer,
  state: oneOf('new', 'sent'),
  onShelf: flag,
  sentAt: nullable(integer),
  facts: nullable(json(scalars)),
  count: named('times_seen', converted(integer, { parse: String, format: Number })),
});

const row: Row<typeof parcels> = {
  id: 7,
  title: 't',
  priceMinor: 690,
  state: 'new',
  onShelf: 1,
  sentAt: null,
  facts: '{"a":1,"b":null}',
  count: 3,
};

const parcel = {
  id: 7,
  title: 't',
  priceMinor: 690,
  state: 'new',
  onShelf: true,
  sentAt: null,
  facts: { a: 1, b: null },
  count: '3',
} as const;

describe('a table', () => {
  it('selects each column under the name of its field', () => {
    assert.deepEqual(parcels.all.columns, [
      'goods.id as id',
      'goods.title as title',
      'goods.price_minor as priceMinor',
      'goods.state as state',
      'goods.on_shelf as onShelf',
      'goods.sent_at as sentAt',
      'goods.facts as facts',
      'goods.times_seen as count',
    ]);
    assert.deepEqual(parcels.only('priceMinor', 'id').columns, [
      'goods.id as id',
      'goods.price_minor as priceMinor',
    ]);
    assert.equal(parcels.except('facts').columns.length, 7);
  });

  it('reads a row as a value of the domain and writes the value as the row', () => {
    assert.deepEqual(parcels.all.read(row), parcel);
    assert.deepEqual(parcels.write(parcel), row);
    assert.deepEqual(parcels.write({ title: 't', facts: null }), { title: 't', facts: null });
  });

  it('reads only the fields of a selection', () => {
    assert.deepEqual(parcels.only('id', 'onShelf').read(row), { id: 7, onShelf: true });
  });

  it('reads columns with a prefix, and returns null if an outer join found no row', () => {
    const joined = parcels.only('id', 'sentAt', 'onShelf').prefixed('parcel_');
    assert.deepEqual(joined.columns[1], 'goods.on_shelf as parcel_onShelf');
    const found = { parcel_id: 7, parcel_sentAt: null, parcel_onShelf: 0 };
    assert.deepEqual(joined.readJoined(found), { id: 7, sentAt: null, onShelf: false });
    const missing = { parcel_id: null, parcel_sentAt: null, parcel_onShelf: null };
    assert.equal(joined.readJoined(missing), null);
  });

  it('makes placeholders for the fields of a new row without its id, and for the named fields of an update', () => {
    const goods = table('goods', { id: generatedId, title: text, onShelf: flag });
    const insert = statement<NewRow<typeof goods> & Record<'summary' | 'icon' | 'functName', string>>()(
      (db, p) =>
        db.insertInto('goods').values({
          ...goods.inserted(p),
          ...{ summary: p.summary, icon: p.icon, funct_name: p.functName, price_minor: 1, sort: 1 },
          ...{ description: p.summary, translations: p.summary },
        }),
    );
    const compiled = insert.compiled(sqliteDialect);
    assert.match(compiled.sql, /^insert into "goods" \("title", "on_shelf", "summary"/);
    const values = { title: 't', onShelf: 1, summary: 's', icon: 'i', functName: 'f' };
    assert.deepEqual(compiled.bind(values).slice(0, 2), ['t', 1]);
    const update = statement<Pick<Row<typeof goods>, 'onShelf' | 'id'>>()((db, p) =>
      db.updateTable('goods').set(goods.assigned(p, 'onShelf')).where('id', '=', p.id),
    );
    assert.match(update.compiled(sqliteDialect).sql, /^update "goods" set "on_shelf" = \? where/);
  });

  for (const [what, damage] of [
    ['has no value', { ...row, title: JSON.parse('null') }],
    ['is not JSON', { ...row, facts: '{' }],
    ['is JSON of another shape', { ...row, facts: '{"a":[]}' }],
    ['is not an object', { ...row, facts: '3' }],
  ] as const) {
    it(`refuses a row in which a column ${what}, and names the column`, () => {
      assert.throws(() => parcels.all.read(damage), /^Error: damaged row: goods\.(title|facts)$/);
    });
  }
});
