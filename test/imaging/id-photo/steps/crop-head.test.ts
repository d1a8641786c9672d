import assert from 'node:assert/strict';
import { it } from 'node:test';
import { oneInch } from '../../../../src/domain/goods/id-photo.ts';
import { cropHead, highestRowOfHead } from '../../../../src/imaging/id-photo/steps/crop-head.ts';
import { emptyPlane } from '../../../../src/imaging/pixels/plane.ts';

it('the crown is the highest row of the mask that is connected to the eyes; an object above the head does not count', () => {
  const mask = emptyPlane(256, 256);
  for (let y = 60; y < 256; y++) mask.data.fill(1, 256 * y + 100, 256 * y + 156);
  for (let y = 10; y < 40; y++) mask.data.fill(1, 256 * y + 110, 256 * y + 146);
  assert.equal(highestRowOfHead(mask, 110), 60);
});

it('if the head reaches the highest row of the mask, the crown is in this row', () => {
  const mask = emptyPlane(256, 256);
  mask.data.fill(1);
  assert.equal(highestRowOfHead(mask, 110), 0);
});

it('a head that leans too little to be levelled needs no room for a turned crop in a photo that is only cropped', () => {
  const eyeToChin = 200;
  const eyes = { x: 248, y: 500 };
  const photo = { width: 600, height: 1000, data: new Uint8Array(0) };
  const cropOf = (degrees: number) =>
    cropHead(
      {
        pyramid: { levels: [photo] },
        face: {
          ...{ score: 1, eyes, chin: { x: 248, y: 700 }, foreheadTop: { x: 248, y: 350 }, eyeToChin },
          ...{ rollRad: (degrees * Math.PI) / 180, noseShare: 0.5, noseDrop: 0.37 },
          eyeCorners: [
            [eyes, eyes],
            [eyes, eyes],
          ],
          outline: [
            { x: 98, y: 500 },
            { x: 398, y: 500 },
          ],
          lips: { outer: [], inner: [] },
        },
        crownDistance: 1.2,
        originalLongSidePx: 1000,
      },
      oneInch,
      true,
    );
  const best = (2.2 * eyeToChin) / oneInch.headShare;
  const leaning = cropOf(1.9);
  assert.ok('headCrop' in leaning);
  assert.equal(leaning.headCrop.crop.height, best);
  const levelled = cropOf(2.1);
  assert.ok('headCrop' in levelled);
  assert.ok(levelled.headCrop.crop.height < best, 'the levelled crop must be smaller to lie in the photo');
});
