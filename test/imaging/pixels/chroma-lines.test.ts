import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChromaPlanes, upsampleChroma } from '../../../src/imaging/pixels/chroma-lines.ts';
import { type Plane, resizePlane, shrinkPlane } from '../../../src/imaging/pixels/plane.ts';
import { drawnPlane } from '../planes.ts';

function both(plane: Plane): ChromaPlanes {
  return { a: plane, b: plane };
}

function upsampled(guide: Plane, coarse: Plane): Plane {
  return upsampleChroma(guide, both(coarse)).a;
}

function meanDistance(one: Plane, other: Plane): number {
  const total = one.data.reduce((sum, value, i) => sum + Math.abs(value - (other.data[i] ?? 0)), 0);
  return total / one.data.length;
}

test('in a picture of one lightness, the pixels of a cell have on average the coarse chroma of the cell', () => {
  const guide = drawnPlane(96, 64, () => 50);
  const coarse = drawnPlane(12, 8, (x, y) => 3 * x - 2 * y);
  const found = shrinkPlane(upsampled(guide, coarse), 12, 8);
  for (let y = 2; y < 6; y++) {
    for (let x = 2; x < 10; x++) {
      const value = found.data[y * 12 + x] ?? Number.NaN;
      assert.ok(Math.abs(value - (3 * x - 2 * y)) < 0.01, `${value} at ${x}, ${y}`);
    }
  }
});

test('if all cells of the coarse chroma are equal, all pixels get this chroma, whatever the texture of the picture', () => {
  const guide = drawnPlane(90, 61, (x, y) => (x * 13 + y * 29) % 100);
  for (const value of upsampled(
    guide,
    drawnPlane(12, 8, () => 12),
  ).data)
    assert.ok(Math.abs(value - 12) < 0.01);
});

test('the mean chroma of the pixels of a cell is nearer to the coarse chroma of the cell than with interpolation alone', () => {
  const guide = drawnPlane(128, 96, (x, y) => 50 + 30 * Math.sin(x / 5) * Math.cos(y / 7));
  const coarse = drawnPlane(16, 12, (x, y) => 20 * Math.sin(x / 1.5) * Math.cos(y / 2));
  const ours = meanDistance(shrinkPlane(upsampled(guide, coarse), 16, 12), coarse);
  const enlarged = meanDistance(shrinkPlane(resizePlane(coarse, 128, 96), 16, 12), coarse);
  assert.ok(ours < 0.6 * enlarged, `${ours}, enlarged ${enlarged}`);
});

test('no pixel gets a chroma outside the range of the cells around it', () => {
  // A warm, light area beside a neutral, dark one, with a shadow that is darker than every cell.
  const guide = drawnPlane(120, 80, (x, y) => (x % 37 === 0 || y === 33 ? 2 : x < 60 ? 40 : 75));
  const coarse = drawnPlane(15, 10, (x) => (x < 7 ? 0 : x === 7 ? 12 : 25));
  for (const value of upsampled(guide, coarse).data) assert.ok(value > -0.01 && value < 25.01, `${value}`);
});

test('upsampleChroma accepts a coarse chroma with as many cells as the guide has pixels, or more', () => {
  const guide = drawnPlane(40, 30, (x) => (x < 20 ? 20 : 70));
  for (const [width, height] of [
    [40, 30],
    [512, 512],
    [20, 64],
  ] as const) {
    const found = upsampled(
      guide,
      drawnPlane(width, height, (x) => (x < width / 2 ? 0 : 20)),
    );
    assert.ok(Math.abs(found.data[15 * 40 + 5] ?? Number.NaN) < 0.1, `${width} × ${height}`);
    assert.ok(Math.abs((found.data[15 * 40 + 35] ?? Number.NaN) - 20) < 0.1, `${width} × ${height}`);
  }
});

test('chroma with one cell for each pixel is returned unchanged', () => {
  const guide = drawnPlane(24, 20, (x, y) => 20 + ((7 * x + 13 * y) % 60));
  const coarse = drawnPlane(24, 20, (x, y) => ((11 * x + 5 * y) % 40) - 20);
  assert.ok(meanDistance(upsampled(guide, coarse), coarse) < 1e-4);
});
