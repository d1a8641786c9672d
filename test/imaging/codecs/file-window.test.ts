/** The file size of finished photos: quality, subsampling and padding until the file is within its window. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { padJpeg } from '../../../src/imaging/codecs/jpeg-padding.ts';
import { encodeWithin, type PrintPixels } from '../../../src/imaging/codecs/write-print-jpeg.ts';
import { portrait } from '../portraits.ts';

const pixelsOf = (jpeg: Uint8Array) => sharp(jpeg).raw().toBuffer();
let picture: PrintPixels;

before(async () => {
  const pixels = await portrait().resize(300, 400).removeAlpha().raw().toBuffer();
  picture = { widthPx: 300, heightPx: 400, dpi: 300, pixels, sourceType: null };
});

async function within(minBytes: number, maxBytes: number): Promise<Uint8Array> {
  return (await encodeWithin(picture, { minBytes, maxBytes })) ?? assert.fail('no file');
}

describe('encodeWithin', () => {
  it('writes the usual quality when the file is then within its size window', async () => {
    const usual = (await encodeWithin(picture, null)) ?? assert.fail('no file');
    assert.deepEqual(await within(0, 1_000_000), usual);
  });

  for (const [minKb, maxKb] of [
    [20, 50],
    [14, 20],
    [30, 34],
    [100, 120],
    [500, 10_000],
  ] as const) {
    it(`writes a JPEG of ${minKb} to ${maxKb} kB that can be decoded and contains its density`, async () => {
      const jpeg = await within(minKb * 1024, maxKb * 1000);
      assert.ok(jpeg.length >= minKb * 1024 && jpeg.length <= maxKb * 1000, `${jpeg.length} bytes`);
      const { width, height, density } = await sharp(jpeg).metadata();
      assert.deepEqual([width, height, density], [300, 400, 300]);
    });
  }

  it('returns null if the file fits into its size window only with visible compression blocks', async () => {
    assert.equal(await encodeWithin(picture, { minBytes: 0, maxBytes: 4000 }), null);
  });
});

describe('padJpeg', () => {
  it('changes no pixel, and reaches the exact length for every gap of at least four bytes', async () => {
    const jpeg = (await encodeWithin(picture, null)) ?? assert.fail('no file');
    const pixels = await pixelsOf(jpeg);
    for (const missing of [0, 4, 5, 1000, 65_534, 65_535, 200_000]) {
      const padded = padJpeg(jpeg, jpeg.length + missing);
      assert.equal(padded.length, jpeg.length + missing);
      assert.deepEqual(await pixelsOf(padded), pixels);
    }
    for (const missing of [1, 2, 3, 65_536, 65_538]) {
      const padded = padJpeg(jpeg, jpeg.length + missing);
      const more = padded.length - jpeg.length - missing;
      assert.ok(more >= 0 && more < 4, `${missing} missing: ${more} more`);
      assert.deepEqual(await pixelsOf(padded), pixels);
    }
  });
});
