import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCutStrokes } from '../../../src/domain/goods/cut-strokes.ts';
import { drawStrokes } from '../../../src/imaging/id-photo/draw-strokes.ts';
import {
  drawn,
  maskWithStrokes,
  matteWithStrokes,
  strokesInside,
} from '../../../src/imaging/matting/drawn-strokes.ts';

/** A photo of 200 × 100 px, of which the crop is the right half. */
const photo = { width: 200, height: 100 };
const crop = { centreX: 150, centreY: 50, width: 100, height: 100, rollRad: 0 };
const size = { width: 50, height: 50 };

function draw(text: string) {
  const strokes = parseCutStrokes(text) ?? assert.fail('these are no strokes');
  return drawStrokes({ strokes, photo, turns: 0 }, crop, size);
}

/** What the strokes say of the pixel of the crop at these shares of its width and height. */
function at(strokes: ReturnType<typeof draw>, u: number, v: number) {
  return strokes?.data[Math.floor(v * size.height) * size.width + Math.floor(u * size.width)];
}

describe('strokes drawn into a crop', () => {
  it('cover the pixels within the radius of the brush, which is a share of the longer side of the photo', () => {
    // A radius of 10 px of the photo, which are 5 px of the crop's picture, around the middle of the crop.
    const strokes = draw('remove 500 7500,5000');
    assert.equal(at(strokes, 0.5, 0.5), drawn.removed);
    assert.equal(at(strokes, 0.55, 0.5), drawn.removed);
    assert.equal(at(strokes, 0.59, 0.5), drawn.nearRemoved, 'the border is left to the matting');
    assert.equal(at(strokes, 0.63, 0.5), drawn.nothing);
    const covered = strokes?.data.filter((value) => value !== drawn.nothing).length ?? 0;
    assert.ok(Math.abs(covered - Math.PI * 25) < 8, `${covered} px`);
  });

  it('cover the line between two points', () => {
    const strokes = draw('keep 300 5500,1000 9500,9000');
    for (const share of [0.1, 0.3, 0.5, 0.77, 0.9]) assert.equal(at(strokes, share, share), drawn.kept);
    assert.equal(at(strokes, 0.9, 0.1), drawn.nothing);
  });

  it('cover earlier strokes', () => {
    assert.equal(at(draw('remove 900 7500,5000;keep 300 7500,5000'), 0.5, 0.5), drawn.kept);
    assert.equal(at(draw('keep 300 7500,5000;remove 900 7500,5000'), 0.5, 0.5), drawn.removed);
  });

  it('stay certain where the same tool is drawn to and fro, and become uncertain at the border of the other tool', () => {
    const again = draw('remove 500 7500,5000;remove 500 7500,5800');
    assert.equal(at(again, 0.5, 0.55), drawn.removed);
    const mixed = draw('remove 500 7500,5000;keep 500 7500,5800');
    assert.equal(at(mixed, 0.5, 0.5), drawn.nearKept);
  });

  it('are none if they do not touch the crop', () => {
    assert.equal(draw('remove 100 1000,5000'), null);
    assert.equal(drawStrokes({ photo, turns: 0 }, crop, size), null);
  });

  it('are turned with the photo', () => {
    const strokes = parseCutStrokes('remove 800 9000,1000') ?? [];
    const upright = { width: 100, height: 200 };
    const whole = { centreX: 50, centreY: 100, width: 100, height: 200, rollRad: 0 };
    const drawnThere = drawStrokes({ strokes, photo: upright, turns: 1 }, whole, { width: 10, height: 20 });
    // A quarter turn clockwise moves the upper right corner to the lower right.
    assert.equal(drawnThere?.data[18 * 10 + 9], drawn.removed);
  });

  it('decide the mask only inside the photo', () => {
    const strokes = draw('remove 900 10000,5000;keep 300 5500,5000');
    const half = { ...size, data: new Float32Array(2500).fill(0.5) };
    const inside = { ...size, data: new Float32Array(2500).map((_, i) => (i % 50 < 48 ? 1 : 0)) };
    const pixels = [5, 25, 47, 49].map((column) => 25 * 50 + column);
    for (const apply of [maskWithStrokes, matteWithStrokes]) {
      const { data } = apply(half, strokesInside(strokes, inside));
      assert.deepEqual(
        pixels.map((pixel) => data[pixel]),
        [1, 0.5, 0, 0.5],
      );
    }
  });
});
