import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { type CropDetail, decodeDetail } from '../../../../src/imaging/id-photo/steps/decode-detail.ts';
import { decodePhoto } from '../../../../src/imaging/id-photo/steps/decode-photo.ts';
import { buildPyramid, sampleCrop } from '../../../../src/imaging/pixels/pyramid.ts';
import { drawn } from '../../pictures.ts';
import { temporaryFolder } from '../../portraits.ts';

const crop = { centreX: 100, centreY: 60, width: 30, height: 40, rollRad: 0.1 };

async function detailFor(neededRows: number, shrunkenSidePx: number) {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.png');
  // The colour of each place differs from that of all others.
  const place = drawn(800, 600, (x, y) => [x / 4, y / 3, 40]);
  await place.png().toFile(sourceFile);
  const decoded = await decodePhoto(sourceFile, shrunkenSidePx);
  assert.ok('photo' in decoded);
  const { photo, originalLongSidePx } = decoded;
  const pyramid = buildPyramid(photo);
  const result = await decodeDetail({ sourceFile, pyramid, turns: 0, originalLongSidePx }, crop, neededRows);
  assert.ok('detail' in result);
  return { ...result.detail, shrunken: pyramid };
}

/** The largest difference between the pixels that two crops show. */
function differenceOf(one: CropDetail, other: CropDetail): number {
  const size = { width: 60, height: 80 };
  const [a, b] = [one, other].map(({ pyramid, crop: shown }) =>
    sampleCrop(pyramid, shown, size, { outside: 'repeat' }),
  );
  return Math.max(...(a?.data ?? []).map((value, i) => Math.abs(value - (b?.data[i] ?? 1))));
}

it('a crop with too few rows is decoded again with the needed rows, and shows the same part of the photo', async () => {
  const needed = await detailFor(120, 200);
  assert.ok(Math.abs(needed.crop.height - 120) < 1, String(needed.crop.height));
  assert.ok(needed.pyramid.levels[0].height < 450, 'the whole photo is decoded');
  assert.ok(differenceOf(needed, { pyramid: needed.shrunken, crop }) < 0.015);
});

it('the second decoding does not enlarge the photo beyond its original size', async () => {
  const { crop: found } = await detailFor(1000, 200);
  assert.ok(Math.abs(found.height - 160) < 1e-6, String(found.height));
});

it('a small crop of a large photo is decoded with all the rows that the enlargement is computed from', async () => {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  await sharp({ create: { width: 6000, height: 4500, channels: 3, background: '#8a9a84' } })
    .jpeg()
    .toFile(sourceFile);
  const decoded = await decodePhoto(sourceFile, 2000);
  assert.ok('photo' in decoded);
  const { photo, originalLongSidePx } = decoded;
  const small = { centreX: 1000, centreY: 750, width: 290, height: 413, rollRad: 0 };
  const shrunken = { sourceFile, pyramid: buildPyramid(photo), turns: 0, originalLongSidePx } as const;
  const result = await decodeDetail(shrunken, small, 1499);
  assert.ok('detail' in result);
  const { detail } = result;
  assert.ok(Math.abs(detail.crop.height - 3 * small.height) < 1, String(detail.crop.height));
  const { width, height } = detail.pyramid.levels[0];
  assert.ok(width * height < 8_000_000, `${width} × ${height} px are decoded`);
});

it('a photo whose crop has enough rows, or that already has its original size, is not decoded again', async () => {
  for (const [neededRows, shrunkenSidePx] of [
    [50, 200],
    [1000, 800],
  ] as const) {
    const { pyramid, shrunken } = await detailFor(neededRows, shrunkenSidePx);
    assert.equal(pyramid, shrunken);
  }
});
