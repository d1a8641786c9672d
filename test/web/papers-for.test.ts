import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderDetails } from '../../web/shop/api/types.ts';
import { papersFor } from '../../web/shop/order/papers-for.ts';

const details: OrderDetails = {
  ...{ order_no: 'N', color: 'blue', size: null, document: null, num: null, result_until: null },
  ...{ width: null, height: null, unit: null, dpi: null, kb_min: null, kb_max: null },
  ...{ crop_only: null, correct: null, cut_strokes: null, colour: null, enlarge: null },
};
const all = ['four_r', 'five_inch', 'a4'];
const inMm = (width: number, height: number) => ({ ...details, width, height, unit: 'mm' as const });

test('a sheet is offered only on papers on which the photo fits', () => {
  assert.deepEqual(papersFor(details, null), all);
  assert.deepEqual(papersFor({ ...details, size: 'two_inch' }, null), all);
  assert.deepEqual(papersFor(inMm(35, 45), null), all);
  assert.deepEqual(papersFor(inMm(100, 150), null), ['four_r', 'a4']);
  assert.deepEqual(papersFor(inMm(150, 200), null), ['a4']);
  assert.deepEqual(papersFor({ ...inMm(600, 600), unit: 'px', dpi: 72 }, null), []);
});

test('every sheet is offered for a photo of a document that the shop no longer sells', () => {
  assert.deepEqual(papersFor({ ...details, document: 'cn_passport' }, null), all);
});
