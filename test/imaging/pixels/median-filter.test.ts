import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../../scripts/sample-tools.ts';
import { medianFilter } from '../../../src/imaging/pixels/median-filter.ts';
import { drawnPlane } from '../planes.ts';

test('medianFilter returns the median of the pixels of each clipped square', () => {
  const [width, height] = [23, 17];
  const random = randomFrom(5);
  // Many pixels are 0 or 1, as in alpha.
  const noise = drawnPlane(width, height, (x) => {
    const value = x < 12 ? random() : 3 * random() - 2;
    return Math.round(255 * Math.max(0, value)) / 255;
  });
  for (const radius of [1, 3, 20]) {
    const { data } = medianFilter(noise, radius);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const square: number[] = [];
        for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
          for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column++)
            square.push(noise.data[row * width + column] ?? 0);
        }
        const median = square.sort((a, b) => a - b)[square.length >> 1] ?? 0;
        assert.ok(Math.abs((data[y * width + x] ?? 0) - median) < 1e-6, `radius ${radius} at ${x}, ${y}`);
      }
    }
  }
});
