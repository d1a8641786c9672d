/** The kinds of goods, their parameters as the specification shows them, and the price of an order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../src/domain/errors.ts';
import { defaultCatalogue } from '../../src/domain/goods/default-catalogue.ts';
import type { Good } from '../../src/domain/goods/good.ts';
import { backgroundColours, backgroundRgb, idPhotoSizes, oneInch } from '../../src/domain/goods/id-photo.ts';
import { findGoodKind, goodKinds } from '../../src/domain/goods/kinds.ts';
import { integerDetail, textDetail } from '../../src/domain/goods/parameters.ts';
import { photoSpecOf } from '../../src/domain/goods/photo-details.ts';
import { enlargedPixelsMax } from '../../src/domain/goods/restore-good.ts';
import { monthsOf } from '../../src/domain/goods/vip-good.ts';
import { orderPriceMinor } from '../../src/domain/pricing.ts';

const good: Good = {
  id: 1,
  title: 't',
  summary: 's',
  description: '',
  translations: {},
  icon: '/i.svg',
  picture: null,
  priceMinor: 1990,
  memberPriceMinor: null,
  sort: 1,
  functName: 'mark_order_vip',
  onShelf: true,
};

function kindOf(functName: string) {
  return findGoodKind(functName) ?? assert.fail(`no kind ${functName}`);
}

test('the order operations are the three of the specification, with their parameters, and those for every ID photo and for restorations', () => {
  const shown = goodKinds.map(({ functName, parameters }) => [functName, Object.keys(parameters)]);
  assert.deepEqual(shown, [
    ['mark_order_zhaopianshangse', ['path']],
    ['mark_order_yiCunZhao', ['path', 'color']],
    ['mark_order_vip', ['num']],
    [
      'mark_order_id_photo',
      [
        ...['path', 'color', 'size', 'document', 'width', 'height', 'unit', 'dpi'],
        ...['kb_min', 'kb_max', 'crop_only', 'correct', 'cut_strokes'],
      ],
    ],
    ['mark_order_photo_restore', ['path', 'colour', 'enlarge']],
  ]);
});

test('a photo of more than 2.2 megapixels is refused only if the order asks for an enlargement', () => {
  const { requireSize } = kindOf('mark_order_photo_restore');
  assert.equal(enlargedPixelsMax, 2_200_000);
  requireSize?.({ enlarge: 1, colour: 1 }, { widthPx: 2_000, heightPx: 1_100 });
  requireSize?.({ enlarge: 0, colour: 1 }, { widthPx: 8_000, heightPx: 5_000 });
  // The last one has few pixels, but twice its width is more than a JPEG file can have.
  for (const [widthPx, heightPx] of [
    [2_000, 1_101],
    [32_751, 32],
  ] as const) {
    assert.throws(
      () => requireSize?.({ enlarge: 1, colour: 0 }, { widthPx, heightPx }),
      (error) => error instanceof AppError && error.fields[0]?.code === 'too_large_to_enlarge',
    );
  }
});

test('the background colours are those of the specification, in lower case', () => {
  assert.deepEqual(backgroundColours, ['blue', 'red', 'white']);
  const { color } = kindOf('mark_order_yiCunZhao').parameters;
  assert.deepEqual(color?.kind === 'choice' ? color.values : null, ['blue', 'red', 'white']);
  for (const colour of backgroundColours) {
    assert.equal(photoSpecOf({ color: colour }).background, colour);
    assert.ok(backgroundRgb[colour].every((level) => level >= 0 && level <= 255));
  }
});

test('a membership has 1 to 36 months, and 1 month by default', () => {
  const { num } = kindOf('mark_order_vip').parameters;
  assert.deepEqual(num?.kind === 'integer' ? [num.min, num.max, num.default] : null, [1, 36, 1]);
});

test('a one-inch photo is 25 × 35 mm', () => {
  const mm = (px: number) => Math.round((px / oneInch.dpi) * 25.4);
  assert.deepEqual([mm(oneInch.widthPx), mm(oneInch.heightPx)], [25, 35]);
});

test('every ID photo size leaves room above the crown and below the chin', () => {
  for (const [name, { widthPx, heightPx, headShare, crownMargin, dpi }] of Object.entries(idPhotoSizes)) {
    assert.ok(dpi === 300 || dpi === 350, name);
    assert.ok(widthPx >= 144 && heightPx >= widthPx, name);
    assert.ok(headShare >= 0.5 && headShare <= 0.75, name);
    assert.ok(headShare + crownMargin <= 0.78 && crownMargin >= 0.03, name);
  }
});

test('size and correction come from the order; an order without them is one-inch and uncorrected', () => {
  const specOf = (details: object) => photoSpecOf({ color: 'red', ...details });
  assert.equal(specOf({}).size, oneInch);
  assert.equal(specOf({ size: 'two_inch' }).size, idPhotoSizes.two_inch);
  assert.throws(() => specOf({ size: 'huge' }), /huge/);
  assert.deepEqual(
    [specOf({}).isCorrected, specOf({ correct: 0 }).isCorrected, specOf({ correct: 1 }).isCorrected],
    [false, false, true],
  );
});

test('a new shop shows the three goods of the specification, in that order', () => {
  const shown = defaultCatalogue.filter(({ onShelf }) => onShelf).sort((a, b) => a.sort - b.sort);
  assert.deepEqual(
    shown.map(({ functName }) => functName),
    ['mark_order_zhaopianshangse', 'mark_order_yiCunZhao', 'mark_order_vip'],
  );
});

test('no kind of good is found for an unknown operation, or for a property name such as `constructor`', () => {
  for (const name of ['', 'mark_order', 'constructor', '__proto__', 'MARK_ORDER_VIP']) {
    assert.equal(findGoodKind(name), undefined);
  }
});

test('reading order details that validation would have refused throws an error', () => {
  assert.throws(() => textDetail({ path: 1 }, 'path'), /not a text/);
  assert.throws(() => textDetail({}, 'path'), /not a text/);
  assert.throws(() => integerDetail({ num: '1' }, 'num'), /not an integer/);
  assert.throws(() => integerDetail({ num: 1.5 }, 'num'), /not an integer/);
  assert.throws(() => photoSpecOf({ color: 'green' }), /green/);
});

test('every good of a new shop has an existing kind and a price above 0', () => {
  for (const { functName, priceMinor, memberPriceMinor } of defaultCatalogue) {
    kindOf(functName);
    assert.ok(Number.isSafeInteger(priceMinor) && priceMinor > 0);
    assert.ok(memberPriceMinor === null || memberPriceMinor <= priceMinor);
  }
  assert.deepEqual(
    defaultCatalogue.map(({ functName }) => functName).sort(),
    goodKinds.map(({ functName }) => functName).sort(),
  );
});

test('property: a membership costs its monthly price times its months; a picture costs its price', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 36 }), (priceMinor, num) => {
      const priced = { ...good, priceMinor };
      assert.equal(monthsOf({ num }), num);
      assert.equal(orderPriceMinor(priced, kindOf('mark_order_vip'), { num }, false), priceMinor * num);
      assert.equal(orderPriceMinor(priced, kindOf('mark_order_yiCunZhao'), { num }, false), priceMinor);
      assert.equal(orderPriceMinor(priced, kindOf('mark_order_zhaopianshangse'), {}, true), priceMinor);
      const more = { colour: 1, enlarge: 1 };
      assert.equal(orderPriceMinor(priced, kindOf('mark_order_photo_restore'), more, false), priceMinor);
    }),
  );
});

test('a member pays the member price if the good has one, even if it is 0', () => {
  const kind = kindOf('mark_order_vip');
  const forMembers = { ...good, memberPriceMinor: 0 };
  assert.equal(orderPriceMinor(forMembers, kind, { num: 3 }, true), 0);
  assert.equal(orderPriceMinor(forMembers, kind, { num: 3 }, false), 5970);
});
