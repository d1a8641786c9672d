import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPolygon } from '../../../src/imaging/pixels/polygon.ts';

function rowsOf({ width, data }: { readonly width: number; readonly data: Uint8Array }): string[] {
  const rows: string[] = [];
  for (let from = 0; from < data.length; from += width) rows.push(data.subarray(from, from + width).join(''));
  return rows;
}

test('the pixels whose centres are inside the outline are filled, whether the outline runs clockwise or anticlockwise', () => {
  const square = [
    { x: 1, y: 1 },
    { x: 4, y: 1 },
    { x: 4, y: 3 },
    { x: 1, y: 3 },
  ];
  const filled = ['00000', '01110', '01110', '00000'];
  assert.deepEqual(rowsOf(fillPolygon(square, 5, 4)), filled);
  assert.deepEqual(rowsOf(fillPolygon(square.toReversed(), 5, 4)), filled);
});

test('an outline that extends beyond the picture fills only its part inside the picture', () => {
  const wedge = [
    { x: -10, y: -10 },
    { x: 3, y: -10 },
    { x: 3, y: 10 },
    { x: -10, y: 10 },
  ];
  assert.deepEqual(rowsOf(fillPolygon(wedge, 4, 2)), ['1110', '1110']);
});

test('an outline without an area fills nothing', () => {
  assert.ok(fillPolygon([{ x: 1, y: 1 }], 4, 4).data.every((bit) => bit === 0));
  assert.ok(fillPolygon([], 4, 4).data.every((bit) => bit === 0));
});
