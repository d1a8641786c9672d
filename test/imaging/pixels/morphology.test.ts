import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type Bitmap,
  connectedTo,
  depthInside,
  dilate,
  erode,
  threshold,
} from '../../../src/imaging/pixels/morphology.ts';

function bitmap(rows: readonly string[]): Bitmap {
  const data = Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 1 : 0));
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
}

it('dilate extends each marked pixel to a square, and erode removes no marked pixel at the edge of the picture', () => {
  const dot = bitmap(['.....', '.....', '..#..', '.....', '.....']);
  assert.deepEqual(dilate(dot, 1), bitmap(['.....', '.###.', '.###.', '.###.', '.....']));
  const half = bitmap(['..###', '..###', '..###']);
  assert.deepEqual(erode(half, 1), bitmap(['...##', '...##', '...##']));
});

it('connectedTo returns the allowed pixels that are connected to a seed by horizontal and vertical steps', () => {
  const seeds = bitmap(['#....', '.....', '.....']);
  const allowed = bitmap(['##..#', '.#.##', '.....']);
  assert.deepEqual(connectedTo(seeds, allowed), bitmap(['##...', '.#...', '.....']));
});

it('threshold marks the values above the limit', () => {
  const plane = { width: 3, height: 1, data: Float32Array.of(0.4, 0.5, 0.6) };
  assert.deepEqual(threshold(plane, 0.5), bitmap(['..#']));
});

it('a pixel is as deep as the erosions that leave it', () => {
  const [width, height] = [17, 12];
  const source = {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => (i % 41 === 7 ? 0 : 1)),
  };
  const depth = depthInside(source);
  for (const radius of [1, 2, 3]) {
    const left = erode(source, radius).data;
    for (const [i, bit] of left.entries())
      assert.equal((depth[i] ?? 0) > radius, bit === 1, `${radius}: ${i}`);
  }
  assert.equal(depth[7], 0);
});
