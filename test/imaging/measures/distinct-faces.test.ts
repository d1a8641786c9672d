/** Which detection of a finished photo is measured as its face. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctFaces, type FoundFace } from '../../../src/imaging/measures/face-view.ts';

/** A made-up detection. `score` is the score of the mesh, which confirms a face from 0.6. */
function found(sidePx: number, score: number, x = 0): FoundFace {
  const point = { x, y: 0 };
  return {
    detected: { width: sidePx, height: sidePx },
    measured: {
      score,
      eyes: point,
      chin: { x, y: 10 },
      foreheadTop: { x, y: -10 },
      rollRad: 0,
      eyeToChin: 10,
      noseShare: 0.5,
      eyeCorners: [
        [point, point],
        [point, point],
      ],
      noseDrop: 0.37,
      outline: [],
      lips: { outer: [], inner: [] },
    },
  };
}

test('a detection that the mesh does not confirm is not the face, even if it is the largest', () => {
  const shirt = found(300, 0.2, 100);
  const face = found(100, 0.9);
  assert.deepEqual(distinctFaces([shirt, face]), [face]);
});

test('confirmed faces are listed once each, largest first', () => {
  const [small, large, again] = [found(50, 0.9, 200), found(100, 0.9), found(90, 0.8, 1)];
  assert.deepEqual(distinctFaces([small, again, large]), [large, small]);
});

test('if the mesh confirms no face, the largest detection is measured', () => {
  const [small, large] = [found(50, 0.3, 200), found(100, 0.4)];
  assert.deepEqual(distinctFaces([small, large]), [large]);
  assert.deepEqual(distinctFaces([]), []);
});
