import assert from 'node:assert/strict';
import { it } from 'node:test';
import { solveCoarseToFine } from '../../../src/imaging/matting/coarse-to-fine.ts';
import { label } from '../../../src/imaging/matting/trimap.ts';
import { emptyPlane } from '../../../src/imaging/pixels/plane.ts';

for (const [width, height] of [
  [64, 48],
  [63, 49],
] as const) {
  it(`solveCoarseToFine finds a straight edge in ${width} × ${height} pixels`, () => {
    const [edge, last] = [30, width - 1];
    const image = { width, height, data: new Float32Array(3 * width * height) };
    const trimap = { width, height, data: new Uint8Array(width * height) };
    const start = emptyPlane(width, height);
    for (let i = 0; i < width * height; i++) {
      const x = i % width;
      image.data.fill(x < edge ? 0.2 : 0.9, 3 * i, 3 * i + 3);
      trimap.data[i] = x < 12 ? label.person : x > last - 12 ? label.background : label.unknown;
      start.data[i] = x < 38 ? 1 : 0;
    }
    const priorWeight = new Float32Array(width * height).fill(1e-6);
    const { data } = solveCoarseToFine({ image, trimap, start, prior: start, priorWeight });
    for (let y = 0; y < height; y++) {
      assert.ok((data[y * width + edge - 2] ?? 0) > 0.95, `row ${y}`);
      assert.ok((data[y * width + edge + 1] ?? 0) < 0.05, `row ${y}`);
    }
  });
}
