import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calmSky } from '../../../../src/imaging/colourise/steps/calm-sky.ts';
import { drawnPlane } from '../../planes.ts';

/**
 * The lightness of a picture with a light sky above the 20th row and a dark ground below, on which a blue car stands.
 */
const cells = drawnPlane(50, 40, (_, y) => (y < 20 ? 65 : 20));
const isCar = (x: number, y: number): boolean => x > 20 && x < 30 && y > 28 && y < 35;

function chromaAt(strength: number, x: number, y: number): number {
  const blue = (scale: number) =>
    drawnPlane(50, 40, (column, row) => (row < 20 || isCar(column, row) ? scale * strength : 0));
  const { a, b } = calmSky({ a: blue(-0.2), b: blue(-0.98) }, cells);
  return Math.hypot(a.data[y * 50 + x] ?? 0, b.data[y * 50 + x] ?? 0);
}

test('a sky of strong blue gets less chroma, and a pale sky does not change', () => {
  assert.ok(chromaAt(60, 25, 8) < 38, `${chromaAt(60, 25, 8)}`);
  assert.ok(Math.abs(chromaAt(15, 25, 8) - 15) < 0.1);
  assert.ok(chromaAt(60, 25, 8) > chromaAt(30, 25, 8), 'a stronger sky stays stronger');
});

test('blue things below the sky keep their colour', () => {
  assert.ok(Math.abs(chromaAt(50, 25, 31) - 50) < 0.1);
});

test('an orange evening sky keeps its colour', () => {
  const warm = drawnPlane(50, 40, () => 40);
  const { a, b } = calmSky({ a: warm, b: warm }, cells);
  assert.deepEqual([a.data, b.data], [warm.data, warm.data]);
});
