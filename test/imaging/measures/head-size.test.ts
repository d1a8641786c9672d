/** Where the top of the hair is measured, on drawn photos of 200 × 200 pixels with a head of 60 × 120 pixels. */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { backgroundPixels } from '../../../src/imaging/measures/background-pixels.ts';
import type { FaceView } from '../../../src/imaging/measures/face-view.ts';
import { headPlace } from '../../../src/imaging/measures/head-size.ts';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';
import { drawnPlane, greyBytes } from '../planes.ts';

const side = 200;
const hairRow = 40;
const isHead = (x: number, y: number) => Math.abs(x - 100) < 30 && y >= hairRow && y < 160;
const isHair = (x: number, y: number) => isHead(x, y) && y < 70;

/** @param mask the person's mask inside the head, 0–1. */
function view(photo: RgbBytes, mask: number): FaceView {
  const point = (x: number, y: number) => ({ x, y });
  const empty = { width: 0, height: 0, data: new Float32Array(0) };
  const person = drawnPlane(side, side, (x, y) => (isHead(x, y) ? mask : 0));
  return {
    photo,
    person,
    background: backgroundPixels(photo, person),
    face: {
      score: 1,
      eyes: point(100, 100),
      chin: point(100, 160),
      foreheadTop: point(100, 70),
      rollRad: 0,
      eyeToChin: 60,
      noseShare: 0.5,
      eyeCorners: [
        [point(80, 100), point(90, 100)],
        [point(110, 100), point(120, 100)],
      ],
      noseDrop: 0.37,
      outline: [point(70, 100), point(130, 100), point(100, 160)],
      lips: { outer: [], inner: [] },
    },
    points: [],
    crop: empty,
    luminance: empty.data,
    cropPoints: [],
    inside: new Uint8Array(0),
    faceAreas: [],
  };
}

const photoWith = (hair: number, background = 255) =>
  greyBytes(side, side, (x, y) => (isHair(x, y) ? hair : isHead(x, y) ? 150 : background));

it('the width of the face ends at the roots of the ears and does not depend on how far the ears stand out', () => {
  const isEar = (x: number, y: number) => Math.abs(x - 100) < 45 && y > 100 && y < 125;
  const withEars = greyBytes(side, side, (x, y) => (isHead(x, y) || isEar(x, y) ? 150 : 255));
  const { faceWidth, left, right } = headPlace(view(withEars, 1));
  // The outline of the drawn face is from 70 to 130.
  assert.deepEqual(
    [faceWidth, left, right].map((share) => share.toFixed(3)),
    ['0.300', '0.350', '0.350'],
  );
});

it('against a flat background, the hair begins where its colour begins, although the mask is unsure', () => {
  assert.equal(headPlace(view(photoWith(40), 0.6)).above, hairRow / side);
});

it('hair of the colour of a flat background is found by the mask', () => {
  assert.equal(headPlace(view(photoWith(250), 1)).above, hairRow / side);
});

it('against a busy background, the mask alone decides', () => {
  const busy = greyBytes(side, side, (x, y) => ((x + y) % 2 === 0 ? 30 : 220));
  assert.equal(headPlace(view(busy, 0.6)).above, hairRow / side);
});
