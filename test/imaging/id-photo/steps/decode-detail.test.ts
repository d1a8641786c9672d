import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decodeDetail } from '../../../../src/imaging/id-photo/steps/decode-detail.ts';
import { decodePhoto } from '../../../../src/imaging/id-photo/steps/decode-photo.ts';
import { buildPyramid } from '../../../../src/imaging/pixels/pyramid.ts';
import { redAndBlue } from '../../pictures.ts';
import { temporaryFolder } from '../../portraits.ts';

const crop = { centreX: 100, centreY: 60, width: 30, height: 40, rollRad: 0.1 };

async function detailFor(neededRows: number, shrunkenSidePx: number) {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  await redAndBlue(800, 600).jpeg().toFile(sourceFile);
  const decoded = await decodePhoto(sourceFile, shrunkenSidePx);
  assert.ok('photo' in decoded);
  const { photo, originalLongSidePx } = decoded;
  const pyramid = buildPyramid(photo);
  const result = await decodeDetail({ sourceFile, pyramid, turns: 0, originalLongSidePx }, crop, neededRows);
  assert.ok('detail' in result);
  return { ...result.detail, isSame: result.detail.pyramid === pyramid };
}

it('a photo whose crop has too few rows is decoded again at the needed size, and the crop covers the same part of the photo', async () => {
  const { pyramid, crop: found } = await detailFor(120, 200);
  const [photo] = pyramid.levels;
  assert.deepEqual([photo.width, photo.height], [600, 450]);
  assert.deepEqual(found, { centreX: 300, centreY: 180, width: 90, height: 120, rollRad: 0.1 });
});

it('the second decoding does not enlarge the photo beyond its original size', async () => {
  const { pyramid, crop: found } = await detailFor(1000, 200);
  assert.equal(pyramid.levels[0].width, 800);
  assert.equal(found.height, 160);
});

it('a photo whose crop has enough rows, or that already has its original size, is not decoded again', async () => {
  assert.ok((await detailFor(50, 200)).isSame);
  assert.ok((await detailFor(1000, 800)).isSame);
});
