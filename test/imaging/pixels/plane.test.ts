import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  boxFilter,
  boxMeansAt,
  emptyPlane,
  type Plane,
  resizePlane,
  shrinkPlane,
} from '../../../src/imaging/pixels/plane.ts';

const planes = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc
      .array(fc.integer({ min: 0, max: 255 }), { minLength: width * height, maxLength: width * height })
      .map((values): Plane => ({ width, height, data: Float32Array.from(values, (value) => value / 255) })),
  );

function meanAbout({ width, height, data }: Plane, x: number, y: number, radius: number): number {
  let [sum, count] = [0, 0];
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
    for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
      sum += data[v * width + u] ?? 0;
      count++;
    }
  }
  return sum / count;
}

it('boxFilter returns the mean of the square around each pixel, also where the square extends beyond the picture', () => {
  fc.assert(
    fc.property(planes, fc.integer({ min: 0, max: 12 }), (plane, radius) => {
      const filtered = boxFilter(plane, radius);
      for (let i = 0; i < plane.data.length; i++) {
        const expected = meanAbout(plane, i % plane.width, Math.floor(i / plane.width), radius);
        assert.ok(Math.abs((filtered.data[i] ?? 0) - expected) < 1e-5);
      }
    }),
  );
});

it('boxMeansAt returns the values of boxFilter, for few pixels and for many', () => {
  const plane = { width: 40, height: 30, data: Float32Array.from({ length: 1200 }, (_, i) => (i * i) % 97) };
  const all = [...plane.data.keys()];
  for (const pixels of [[0, 39, 615, 1199], all, []]) {
    const filtered = boxFilter(plane, 3).data;
    const means = boxMeansAt(plane, 3, pixels);
    assert.equal(means.length, pixels.length);
    for (const [k, i] of pixels.entries()) assert.ok(Math.abs((means[k] ?? 0) - (filtered[i] ?? 0)) < 1e-4);
  }
});

it('resizePlane does not change the value of a plane of one value, and returns no value outside the range of its source', () => {
  fc.assert(
    fc.property(planes, fc.integer({ min: 1, max: 20 }), (plane, side) => {
      const resized = resizePlane(plane, side, side).data;
      const [low, high] = [Math.min(...plane.data), Math.max(...plane.data)];
      for (const value of resized) assert.ok(value >= low - 1e-6 && value <= high + 1e-6);
    }),
  );
  const flat = emptyPlane(3, 5);
  flat.data.fill(0.25);
  assert.ok(resizePlane(flat, 7, 4).data.every((value) => value === 0.25));
});

it('shrinkPlane keeps the mean of its source, and does not change a plane that keeps its size', () => {
  const mean = ({ data }: Plane): number => data.reduce((sum, value) => sum + value, 0) / data.length;
  fc.assert(
    fc.property(
      planes,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (plane, width, height) => {
        const shrunk = shrinkPlane(plane, Math.min(width, plane.width), Math.min(height, plane.height));
        assert.ok(Math.abs(mean(shrunk) - mean(plane)) < 1e-5);
        assert.deepEqual(shrinkPlane(plane, plane.width, plane.height).data, plane.data);
      },
    ),
  );
});
