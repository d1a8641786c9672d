import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pureCells } from '../../../src/imaging/colourise/pure-cells.ts';
import type { Plane } from '../../../src/imaging/plane.ts';

function plane(width: number, height: number, valueAt: (x: number, y: number) => number): Plane {
  const data = Float32Array.from({ length: width * height }, (_, i) =>
    valueAt(i % width, Math.trunc(i / width)),
  );
  return { width, height, data };
}

test('a smear of two cells over an edge is taken back on both sides', () => {
  // A face beside a wall: the edge lies between cells 11 and 12, and the answer climbs from cell 10 to cell 13.
  const lightness = plane(192, 128, (x) => (x < 96 ? 30 : 90));
  const smeared = plane(24, 16, (x) => 30 - 30 * Math.min(1, Math.max(0, (x - 9.5) / 4)));
  const { a } = pureCells(lightness, { a: smeared, b: smeared });
  for (let x = 0; x < 24; x++) {
    const value = a.data[8 * 24 + x] ?? Number.NaN;
    assert.ok(Math.abs(value - (x < 12 ? 30 : 0)) < 4.5, `${value} at ${x}`);
  }
});

test('where lightness is even, every cell keeps its colour', () => {
  const a = plane(24, 16, (x, y) => (x * 7 + y * 3) % 40);
  const b = plane(24, 16, (x, y) => (x * 5 - y * 11) % 30);
  const pure = pureCells(
    plane(192, 128, () => 50),
    { a, b },
  );
  for (let i = 0; i < a.data.length; i++) {
    assert.ok(Math.abs((pure.a.data[i] ?? 0) - (a.data[i] ?? 0)) < 1e-3);
    assert.ok(Math.abs((pure.b.data[i] ?? 0) - (b.data[i] ?? 0)) < 1e-3);
  }
});

test('a cell with nothing like it about keeps its colour, nearly', () => {
  const lightness = plane(80, 80, (x, y) => (Math.abs(x - 44) < 4 && Math.abs(y - 44) < 4 ? 90 : 10));
  const chroma = plane(10, 10, (x, y) => (x === 5 && y === 5 ? 25 : 0));
  const { a } = pureCells(lightness, { a: chroma, b: chroma });
  assert.ok((a.data[55] ?? 0) > 24, `${a.data[55]}`);
});

test('answers finer than the picture come at the size of the picture', () => {
  const chroma = plane(64, 64, () => 9);
  const { a } = pureCells(
    plane(40, 30, (x) => x),
    { a: chroma, b: chroma },
  );
  assert.deepEqual([a.width, a.height], [40, 30]);
  for (const value of a.data) assert.ok(Math.abs(value - 9) < 1e-3);
});
