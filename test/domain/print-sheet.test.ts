import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idPhotoSizes } from '../../src/domain/goods/id-photo.ts';
import { sheetLayout, sheetPapers } from '../../src/domain/goods/print-sheet.ts';

function copies(layout: ReturnType<typeof sheetLayout>): number {
  return layout === undefined ? 0 : layout.lefts.length * layout.tops.length;
}

test('each paper has room for as many one-inch and two-inch copies as photo studios print', () => {
  const { one_inch: oneInch, two_inch: twoInch } = idPhotoSizes;
  assert.deepEqual(
    sheetPapers.map((paper) => [copies(sheetLayout(paper, oneInch)), copies(sheetLayout(paper, twoInch))]),
    [
      [10, 4],
      [9, 4],
      [50, 25],
    ],
  );
});

test('the copies lie inside the paper, 30 px apart, and their block is centred', () => {
  for (const paper of sheetPapers) {
    for (const [name, photo] of Object.entries(idPhotoSizes)) {
      const layout = sheetLayout(paper, photo);
      assert.ok(layout !== undefined, `${name} on ${paper}`);
      for (const [places, copyPx, paperPx] of [
        [layout.lefts, layout.copy.widthPx, layout.widthPx],
        [layout.tops, layout.copy.heightPx, layout.heightPx],
      ] as const) {
        const [first = 0] = places;
        const end = (places.at(-1) ?? 0) + copyPx;
        assert.ok(first >= 0 && end <= paperPx);
        assert.ok(Math.abs(first - (paperPx - end)) <= 1);
        for (const [index, place] of places.entries()) {
          assert.equal(place, first + index * (copyPx + 30));
        }
      }
    }
  }
});

test('a photo larger than the paper has no layout', () => {
  assert.equal(sheetLayout('five_inch', { widthPx: 1600, heightPx: 1600, dpi: 300 }), undefined);
});

test('a photo with more than 300 dpi keeps its size in millimetres on paper', () => {
  const { social_security: card } = idPhotoSizes;
  const copy = sheetLayout('four_r', card)?.copy;
  const millimetres = (px: number, dpi: number) => Math.round((px / dpi) * 25.4);
  assert.deepEqual([millimetres(card.widthPx, card.dpi), millimetres(card.heightPx, card.dpi)], [26, 32]);
  assert.deepEqual(copy && [millimetres(copy.widthPx, 300), millimetres(copy.heightPx, 300)], [26, 32]);
});
