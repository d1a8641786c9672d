import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCutStrokes } from '../../../src/domain/goods/cut-strokes.ts';
import { maskAtEdge } from '../../../src/imaging/id-photo/mask-at-edge.ts';
import { buildPyramid } from '../../../src/imaging/pixels/pyramid.ts';
import { drawnPlane } from '../planes.ts';

/** A photo of 200 × 100 px. The crop extends beyond its left edge. */
const photo = { width: 200, height: 100 };
const crop = { centreX: 25, centreY: 50, width: 100, height: 100, rollRad: 0 };

/** The nets take the lower half of the crop for the person. */
const netResults = {
  seen: { pyramid: buildPyramid({ ...photo, data: new Uint8Array(3 * 200 * 100) }), crop },
  windows: [
    {
      probability: drawnPlane(100, 100, (_, y) => (y < 50 ? 0 : 1)),
      margins: { sides: 0, top: 0, bottom: 0 },
    },
  ],
  refined: null,
};

function at(strokes: string | undefined, u: number, v: number) {
  const drawn = strokes === undefined ? undefined : parseCutStrokes(strokes);
  const { mask, insidePhoto } = maskAtEdge(netResults, { photo, turns: 0, strokes: drawn }, crop);
  const pixel = Math.floor(v * mask.height) * mask.width + Math.floor(u * mask.width);
  return [mask.data[pixel], insidePhoto.data[pixel]];
}

describe('the mask at the edge of the photo', () => {
  it('is what the nets have found, with the edge of the photo', () => {
    assert.deepEqual(at(undefined, 0.5, 0.9), [1, 1]);
    assert.deepEqual(at(undefined, 0.5, 0.1), [0, 1]);
    assert.deepEqual(at(undefined, 0.1, 0.9), [1, 0], 'beyond the left edge');
  });

  it('lacks what the customer has removed, and does not contain what the customer has kept', () => {
    // The crop begins 25 px left of the photo, so the middle of the crop is 25 px from the edge.
    assert.deepEqual(at('remove 500 1250,9000', 0.5, 0.9), [0, 1]);
    assert.deepEqual(at('keep 500 1250,1000', 0.5, 0.1), [0, 1]);
  });
});
