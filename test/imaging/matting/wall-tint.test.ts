import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutWallTint } from '../../../src/imaging/matting/wall-tint.ts';
import { emptyPlane, type Plane, type RgbImage } from '../../../src/imaging/pixels/plane.ts';

const [width, height] = [590, 80];
/** The person is left of this column. */
const edge = 300;
type Rgb = readonly [number, number, number];
const hair: Rgb = [0.25, 0.18, 0.12];
const redWall: Rgb = [0.95, 0.42, 0.28];

/** Hair before a wall. In the four columns along the edge, half of the light comes from the wall. */
function sceneWith(wall: Rgb, rimAlpha: number): { image: RgbImage; alpha: Plane } {
  const alpha = emptyPlane(width, height);
  const data = new Float32Array(3 * width * height);
  for (let i = 0; i < alpha.data.length; i++) {
    const x = i % width;
    const isRim = x >= edge - 4 && x < edge;
    const share = x >= edge ? 1 : isRim ? 0.5 : 0;
    alpha.data[i] = x >= edge ? 0 : isRim ? rimAlpha : 1;
    for (const c of [0, 1, 2] as const) data[3 * i + c] = (1 - share) * hair[c] + share * wall[c];
  }
  return { image: { width, height, data }, alpha };
}

function colourAt({ data }: RgbImage, x: number): Rgb {
  const j = 3 * (40 * width + x);
  return [data[j] ?? 0, data[j + 1] ?? 0, data[j + 2] ?? 0];
}

/** Red minus blue. */
const rednessAt = (image: RgbImage, x: number) => colourAt(image, x)[0] - colourAt(image, x)[2];

const largestChange = (before: RgbImage, after: RgbImage) =>
  before.data.reduce((most, value, j) => Math.max(most, Math.abs(value - (after.data[j] ?? 0))), 0);

describe('withoutWallTint', () => {
  it('takes the tint of a red wall out of an opaque rim, and leaves its luma', () => {
    const { image, alpha } = sceneWith(redWall, 1);
    const result = withoutWallTint(image, alpha);
    const luma = ([r, g, b]: Rgb) => 0.299 * r + 0.587 * g + 0.114 * b;
    for (let x = edge - 4; x < edge; x++) {
      assert.ok(rednessAt(image, x) > 0.35);
      assert.ok(Math.abs(rednessAt(result, x) - (hair[0] - hair[2])) < 0.05, `${rednessAt(result, x)}`);
      assert.ok(Math.abs(luma(colourAt(result, x)) - luma(colourAt(image, x))) < 1e-5);
    }
  });

  it('leaves a rim whose alpha says how much of the wall shines through', () => {
    const { image, alpha } = sceneWith(redWall, 0.5);
    assert.ok(largestChange(image, withoutWallTint(image, alpha)) < 1e-6);
  });

  it('leaves the inside of the person and the wall', () => {
    const { image, alpha } = sceneWith(redWall, 1);
    const result = withoutWallTint(image, alpha);
    for (const x of [10, edge - 30, edge + 1, edge + 100])
      assert.deepEqual(colourAt(result, x), colourAt(image, x));
  });

  it('leaves the rim before a grey wall and before a wall of the hue of the hair', () => {
    for (const wall of [
      [0.8, 0.8, 0.8],
      [0.5, 0.42, 0.36],
    ] as const) {
      const { image, alpha } = sceneWith(wall, 1);
      assert.ok(largestChange(image, withoutWallTint(image, alpha)) < 1e-6);
    }
  });
});
