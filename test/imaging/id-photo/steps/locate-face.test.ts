import assert from 'node:assert/strict';
import { it } from 'node:test';
import { locateFace } from '../../../../src/imaging/id-photo/steps/locate-face.ts';

it('points of the face are converted from pixels of the photo to pixels of the matte, also if the crop is rotated', () => {
  const crop = { centreX: 100, centreY: 50, width: 40, height: 80, rollRad: Math.PI / 2 };
  // The face is turned by 90° clockwise: what lies to the right in the crop lies below in the photo.
  const face = {
    outline: [
      { x: 100, y: 50 },
      { x: 100, y: 70 },
    ],
    chin: { x: 80, y: 50 },
  };
  const { outline, chinRow } = locateFace(face, crop, { width: 20, height: 40 });
  const expected = [
    { x: 10, y: 20 },
    { x: 20, y: 20 },
  ];
  for (const [i, point] of outline.entries()) {
    assert.ok(
      Math.abs(point.x - (expected[i]?.x ?? 0)) < 1e-9 && Math.abs(point.y - (expected[i]?.y ?? 0)) < 1e-9,
    );
  }
  assert.ok(Math.abs(chinRow - 30) < 1e-9, `${chinRow}`);
});
