/** Files to which goods are exported keep every value, whatever characters it contains. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rowsOfCsv } from '../../cli/csv.ts';
import { goodsOfText, goodsText, laterFields } from '../../cli/goods-file.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', "'", '=1', '"', 'a\r\nb', ',', '\ufeff'),
);

const goods = fc.uniqueArray(
  fc.record(
    {
      id: fc.integer({ min: 1 }),
      title: text,
      summary: text,
      description: text,
      title_en: text,
      summary_en: text,
      description_en: text,
      title_zh: text,
      summary_zh: text,
      description_zh: text,
      icon: text,
      picture: text,
      price: fc.nat(),
      member_price: fc.option(fc.nat()),
      sort: fc.integer(),
      funct_name: text,
      on_shelf: fc.boolean(),
      version: text.filter((version) => version !== ''),
    },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id },
);

for (const format of ['json', 'csv'] as const) {
  test(`goods that are written and read as ${format} are the same`, () => {
    fc.assert(
      fc.property(goods, (some) => {
        assert.deepEqual(goodsOfText(goodsText(some, format), format), some);
      }),
    );
  });
}

test('a file of an earlier version, which lacks the later columns, has null for the fields of those columns, so that an import leaves them unchanged', () => {
  const csv =
    'id,title,summary,icon,price,member_price,sort,funct_name,on_shelf,version\r\n1,t,s,i,5,,1,f,true,v\r\n';
  const [good] = goodsOfText(csv, 'csv');
  for (const name of laterFields) assert.equal(good?.[name], null, name);
});

test('CSV files of other programs can be read: with other line ends, with empty lines, and without a byte order mark or a last line end', () => {
  assert.deepEqual(rowsOfCsv('a,b\n1,"x ""y"""\r\n\r\n2,'), [
    ['a', 'b'],
    ['1', 'x "y"'],
    ['2', ''],
  ]);
});

test('CSV with an open quotation mark is refused', () => {
  assert.throws(() => rowsOfCsv('a,b\n"1,2\n'), /wrong after character 4/);
});
