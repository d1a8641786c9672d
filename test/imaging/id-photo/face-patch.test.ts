import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Patch, patchOf } from '../../../src/imaging/id-photo/face-patch.ts';
import type { RgbImage } from '../../../src/imaging/pixels/plane.ts';

/** Light skin with a white stripe in the columns from 20 on. */
function face(): RgbImage {
  const [width, height] = [30, 20];
  const data = new Float32Array(3 * width * height);
  for (let i = 0; i < width * height; i++) data.set(i % width < 20 ? [0.8, 0.6, 0.5] : [1, 1, 1], 3 * i);
  return { width, height, data };
}

const around = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

function near(one: Patch, other: Patch): void {
  for (const name of ['l', 'a', 'b', 'spread'] as const) {
    assert.ok(Math.abs(one[name] - other[name]) < 1e-6, `${name}: ${one[name]}, not ${other[name]}`);
  }
}

describe('patchOf', () => {
  const skin = patchOf(face(), around(2, 2, 10, 10));

  it('returns the colour of the skin, with no spread where the skin is even', () => {
    assert.ok(skin.l > 60 && skin.l < 75, String(skin.l));
    assert.ok(skin.a > 5 && skin.b > 5, `${skin.a} ${skin.b}`);
    assert.ok(skin.spread < 0.01, String(skin.spread));
  });

  it('reads a patch that is too narrow to contain the centre of a pixel as skin, not as black', () => {
    near(patchOf(face(), around(2.6, 4.1, 9.4, 4.4)), skin);
  });

  it('keeps the contrast of a patch that is too narrow to contain the centre of a pixel', () => {
    const { spread } = patchOf(face(), around(12.6, 4.1, 27.4, 4.4));
    assert.ok(spread > 5, String(spread));
  });

  it('reads a narrow patch outside the image as the nearest pixels of the image', () => {
    near(patchOf(face(), around(-9.4, -3.9, -2.6, -3.6)), skin);
  });
});
