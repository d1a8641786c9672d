import assert from 'node:assert/strict';
import { it } from 'node:test';
import { estimateForeground } from '../../../../src/imaging/id-photo/steps/estimate-foreground.ts';
import { buildPyramid } from '../../../../src/imaging/pixels/pyramid.ts';
import { drawnImage, drawnPlane, greyBytes } from '../../planes.ts';

const pyramid = buildPyramid(greyBytes(80, 120, () => 128));
const crop = { centreX: 40, centreY: 60, width: 80, height: 120, rollRad: 0 };
const image = drawnImage(40, 60, () => [0.5, 0.5, 0.5]);
const alpha = drawnPlane(40, 60, (x) => (x < 20 ? 1 : 0));
const outline = [{ x: 10, y: 30 }];

it('a matte that is as large as the finished photo is returned unchanged, and so is the outline of the face', () => {
  const size = { widthPx: 40, heightPx: 60 };
  const foreground = estimateForeground({ image, alpha }, { pyramid, crop }, size, outline);
  assert.equal(foreground.alpha, alpha);
  assert.equal(foreground.outline, outline);
});

it('a smaller matte is upsampled to the size of the finished photo, and the outline of the face is scaled with it', () => {
  const size = { widthPx: 80, heightPx: 120 };
  const foreground = estimateForeground({ image, alpha }, { pyramid, crop }, size, outline);
  for (const { width, height } of [foreground.alpha, foreground.colours]) {
    assert.deepEqual([width, height], [80, 120]);
  }
  assert.deepEqual(foreground.outline, [{ x: 20, y: 60 }]);
  assert.equal(foreground.alpha.data[60 * 80 + 10], 1);
  assert.equal(foreground.alpha.data[60 * 80 + 70], 0);
});
