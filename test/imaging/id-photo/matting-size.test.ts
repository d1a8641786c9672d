import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idPhotoSizes, oneInch } from '../../../src/domain/goods/id-photo.ts';
import { mattingSizeOf } from '../../../src/imaging/id-photo/cut-person.ts';

/** What one inch takes, which is known to be affordable. */
const pixelsMax = 4 * oneInch.widthPx * oneInch.heightPx;

describe('mattingSizeOf', () => {
  for (const [name, size] of Object.entries(idPhotoSizes)) {
    it(`bounds the matte of ${name} by what one inch takes, in the picture’s shape`, () => {
      for (const workingScale of [1, 2] as const) {
        const { width, height } = mattingSizeOf(size, workingScale);
        assert.ok(width * height <= pixelsMax, `${width} × ${height}`);
        assert.ok(Math.abs(width / height / (size.widthPx / size.heightPx) - 1) < 0.003);
      }
    });
  }

  it('is twice the sold size for small sizes, for hair that is finer than a pixel', () => {
    assert.deepEqual(mattingSizeOf(oneInch, 2), { width: 590, height: 826 });
    assert.deepEqual(mattingSizeOf(idPhotoSizes.english_test, 2), { width: 288, height: 384 });
  });

  it('is the sold size where the check before payment asks for it', () => {
    assert.deepEqual(mattingSizeOf(oneInch, 1), { width: 295, height: 413 });
  });

  it('is never smaller than what is sold, but for five inches', () => {
    const smaller = Object.entries(idPhotoSizes).filter(
      ([, size]) => mattingSizeOf(size, 2).width < size.widthPx,
    );
    assert.deepEqual(
      smaller.map(([name]) => name),
      ['five_inch'],
    );
  });
});
