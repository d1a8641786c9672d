/** Drawn sunglasses, masks and scarfs on a real portrait are refused; the portrait itself is not, also in dim light. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { checkCoverings } from '../../../../src/imaging/id-photo/steps/check-coverings.ts';
import { type FaceView, viewFace } from '../../../../src/imaging/measures/face-view.ts';
import type { RgbBytes } from '../../../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../../../src/imaging/pixels/pyramid.ts';
import { portrait } from '../../portraits.ts';

const rightLens = [124, 225, 224, 223, 222, 221, 189, 244, 121, 120, 119, 118, 117, 111];
const leftLens = [353, 445, 444, 443, 442, 441, 413, 464, 350, 349, 348, 347, 346, 340];
const mask = [
  ...[123, 50, 205, 36, 4, 266, 425, 280, 352, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152],
  ...[148, 176, 149, 150, 136, 172, 58, 132, 93, 234],
];

type Rgba = readonly [number, number, number, number];

async function viewOfPortrait(): Promise<FaceView> {
  const { data, info } = await portrait().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (await viewFace({ ...info, data })) ?? assert.fail('no face');
}

/** Paints a polygon of points of the mesh, with a texture of ±6 levels as cloth has. */
function covered(
  { photo, points }: FaceView,
  indices: readonly number[],
  [r, g, b, opacity]: Rgba,
): RgbBytes {
  const corners = indices.map((index) => points[index] ?? { x: 0, y: 0 });
  const isInside = (x: number, y: number) =>
    corners.reduce((inside, a, i) => {
      const c = corners[(i + 1) % corners.length] ?? a;
      const crosses = a.y > y !== c.y > y && x < ((c.x - a.x) * (y - a.y)) / (c.y - a.y) + a.x;
      return crosses ? !inside : inside;
    }, false);
  const data = Uint8Array.from(photo.data);
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++) {
      if (!isInside(x, y)) continue;
      const texture = ((x * 31 + y * 17) % 13) - 6;
      [r, g, b].forEach((level, c) => {
        const i = 3 * (y * photo.width + x) + c;
        data[i] = Math.min(255, Math.max(0, opacity * (level + texture) + (1 - opacity) * (data[i] ?? 0)));
      });
    }
  }
  return { ...photo, data };
}

async function verdictOf(photo: RgbBytes, face: FaceView['face']): Promise<string> {
  const result = await checkCoverings(buildPyramid(photo), face);
  return 'refusal' in result ? result.refusal : 'passed';
}

describe('checkCoverings', () => {
  it('passes a portrait, also with half of its light', async () => {
    const { photo, face } = await viewOfPortrait();
    assert.equal(await verdictOf(photo, face), 'passed');
    const dim = await sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } })
      .linear(0.5, 0)
      .raw()
      .toBuffer();
    assert.equal(await verdictOf({ ...photo, data: dim }, face), 'passed');
  });

  for (const [what, parts, colour, refusal] of [
    ['black sunglasses', [rightLens, leftLens], [20, 20, 25, 1], 'eyes_covered'],
    ['brown sunglasses', [rightLens, leftLens], [50, 28, 15, 0.85], 'eyes_covered'],
    ['a white mask', [mask], [240, 243, 245, 1], 'face_covered'],
    ['a blue mask', [mask], [143, 195, 220, 1], 'face_covered'],
    ['a black mask', [mask], [24, 24, 26, 1], 'face_covered'],
    ['a red scarf', [mask], [160, 32, 48, 1], 'face_covered'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const view = await viewOfPortrait();
      const photo = parts.reduce((on, part) => covered({ ...view, photo: on }, part, colour), view.photo);
      assert.equal(await verdictOf(photo, view.face), refusal);
    });
  }
});
