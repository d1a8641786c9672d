import assert from 'node:assert/strict';
import { it } from 'node:test';
import { localStatistics } from '../../../src/imaging/pixels/local-statistics.ts';
import { drawnPlane } from '../planes.ts';

const [width, height] = [13, 9];
const plane = drawnPlane(width, height, (x, y) => 50 + 20 * Math.sin(3 * x + y * y));
const counted = Uint8Array.from(plane.data, (_, i) => (i % 5 === 0 || i % width < 4 ? 0 : 1));

it('mean, deviation and share are those of the counted pixels in the square, clipped at the borders', () => {
  for (const radius of [0, 1, 3, 20]) {
    const statistics = localStatistics(plane, counted, radius);
    for (let i = 0; i < plane.data.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const square = [...plane.data.keys()].filter(
        (k) => Math.abs((k % width) - x) <= radius && Math.abs(Math.floor(k / width) - y) <= radius,
      );
      const values = square.filter((k) => counted[k] === 1).map((k) => plane.data[k] ?? 0);
      const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
      const squares =
        values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
      const near = (actual: number | undefined, expected: number): void =>
        assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-4, `${i}: ${actual} is not ${expected}`);
      near(statistics.share[i], values.length / square.length);
      near(statistics.mean[i], mean);
      near(statistics.deviation[i], Math.sqrt(squares));
    }
  }
});
