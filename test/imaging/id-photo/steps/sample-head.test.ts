import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sampleHead } from '../../../../src/imaging/id-photo/steps/sample-head.ts';
import { buildPyramid } from '../../../../src/imaging/pixels/pyramid.ts';
import { greyBytes } from '../../planes.ts';

it('pixels of the crop that lie outside the photo are marked, and get the colour of the nearest pixel of the photo', () => {
  const pyramid = buildPyramid(greyBytes(40, 40, (x) => (x < 20 ? 51 : 204)));
  // The right half of the crop lies outside the photo.
  const crop = { centreX: 40, centreY: 20, width: 20, height: 20, rollRad: 0 };
  const { image, insidePhoto } = sampleHead({ pyramid, crop }, { width: 10, height: 10 });
  for (let i = 0; i < 100; i++) {
    assert.equal(insidePhoto.data[i], i % 10 < 5 ? 1 : 0, `pixel ${i}`);
    assert.ok(Math.abs((image.data[3 * i] ?? 0) - 0.8) < 0.01);
  }
});
