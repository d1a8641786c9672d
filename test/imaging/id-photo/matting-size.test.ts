import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idPhotoSizes, oneInch } from '../../../src/domain/goods/id-photo.ts';
import { mattingSizeOf } from '../../../src/imaging/id-photo/matting-size.ts';

/** The maximum number of pixels of a matte: the pixels of a one-inch photo with twice the width and height. */
const pixelsMax = 4 * oneInch.widthPx * oneInch.heightPx;

describe('mattingSizeOf', () => {
  for (const [name, size] of Object.entries(idPhotoSizes)) {
    it(`gives the matte of ${name} at most the pixels of the matte of a one-inch photo, and the aspect ratio of the photo`, () => {
      for (const scale of [1, 2] as const) {
        const { width, height } = mattingSizeOf(size, scale);
        assert.ok(width * height <= pixelsMax, `${width} × ${height}`);
        assert.ok(Math.abs(width / height / (size.widthPx / size.heightPx) - 1) < 0.003);
      }
    });
  }

  it('returns twice the width and height of the finished photo for small sizes', () => {
    assert.deepEqual(mattingSizeOf(oneInch, 2), { width: 590, height: 826 });
    assert.deepEqual(mattingSizeOf(idPhotoSizes.english_test, 2), { width: 288, height: 384 });
  });

  it('returns the size of the finished photo at scale 1', () => {
    assert.deepEqual(mattingSizeOf(oneInch, 1), { width: 295, height: 413 });
  });

  it('returns less than the size of the finished photo only for five-inch photos', () => {
    const smaller = Object.entries(idPhotoSizes).filter(
      ([, size]) => mattingSizeOf(size, 2).width < size.widthPx,
    );
    assert.deepEqual(
      smaller.map(([name]) => name),
      ['five_inch'],
    );
  });
});
