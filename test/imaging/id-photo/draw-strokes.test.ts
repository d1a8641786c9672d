import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCutStrokes } from '../../../src/domain/goods/cut-strokes.ts';
import { drawStrokes } from '../../../src/imaging/id-photo/draw-strokes.ts';
import { drawn, maskWithStrokes, withCertainStrokes } from '../../../src/imaging/matting/drawn-strokes.ts';

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
    // The right half of this crop lies beyond the right edge of the photo.
    const beyond = { ...crop, centreX: 200 };
    const strokes = parseCutStrokes('remove 900 10000,5000;keep 300 8000,5000') ?? [];
    const drawnThere = drawStrokes({ strokes, photo, turns: 0 }, beyond, size);
    const half = { ...size, data: new Float32Array(2500).fill(0.5) };
    const pixels = [5, 12, 24, 25].map((column) => 25 * 50 + column);
    for (const apply of [maskWithStrokes, withCertainStrokes]) {
      const { data } = apply(half, drawnThere);
      assert.deepEqual(
        pixels.map((pixel) => data[pixel]),
        [1, 0.5, 0, 0.5],
      );
    }
  });

  it('cover each pixel within the radius of a slanted line, and no other', () => {
    const [radiusPx, from, to] = [6, { x: 8.3, y: 41.2 }, { x: 37.7, y: 11.9 }];
    const unit = (px: number, sidePx: number) => Math.round((10_000 * px) / sidePx);
    // One pixel of the crop's picture is two pixels of the photo, and the crop begins at x = 100.
    const point = ({ x, y }: typeof from) => `${unit(100 + 2 * x, 200)},${unit(2 * y, 100)}`;
    const strokes = draw(`remove ${unit(2 * radiusPx, 200)} ${point(from)} ${point(to)}`);
    for (let i = 0; i < 2_500; i++) {
      const [x, y] = [(i % 50) + 0.5, Math.floor(i / 50) + 0.5];
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy);
      const nearest = Math.min(1, Math.max(0, along));
      const distance = Math.hypot(x - from.x - nearest * dx, y - from.y - nearest * dy);
      // The coordinates are rounded to ten-thousandths, so pixels at the border may be on either side.
      if (Math.abs(distance - radiusPx) < 0.05 || Math.abs(distance - 0.6 * radiusPx) < 0.05) continue;
      const wanted =
        distance > radiusPx ? drawn.nothing : distance > 0.6 * radiusPx ? drawn.nearRemoved : drawn.removed;
      assert.equal(strokes?.data[i], wanted, `${x}, ${y}`);
    }
  });
});
