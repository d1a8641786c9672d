import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cropBorder,
  findPaperBorder,
  padBorder,
} from '../../../../src/imaging/colourise/steps/paper-border.ts';
import { emptyPlane, type Plane } from '../../../../src/imaging/pixels/plane.ts';

function drawn(width: number, height: number, lightnessAt: (x: number, y: number) => number): Plane {
  const plane = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) plane.data[y * width + x] = lightnessAt(x, y);
  }
  return plane;
}

const texture = (x: number, y: number) => 30 + ((x * 13 + y * 7) % 40);
const none = { left: 0, right: 0, top: 0, bottom: 0 };

test('the border of yellowed, stained paper around a print is found exactly', () => {
  const print = drawn(200, 160, (x, y) => {
    const isPaper = x < 12 || x >= 190 || y < 8 || y >= 150;
    if (!isPaper) return texture(x, y);
    return (x * 31 + y * 17) % 61 === 0 ? 40 : 84 + ((x + y) % 4);
  });
  assert.deepEqual(findPaperBorder(print), { left: 12, right: 10, top: 8, bottom: 10 });
});

test('a bright sky, a white wall behind a portrait and a dark frame are not a paper border', () => {
  assert.deepEqual(findPaperBorder(drawn(200, 160, (x, y) => (y < 40 ? 90 : texture(x, y)))), none);
  const portrait = drawn(160, 200, (x, y) => (Math.hypot(x - 80, y - 130) < 75 ? texture(x, y) : 92));
  assert.deepEqual(findPaperBorder(portrait), none);
  assert.deepEqual(findPaperBorder(drawn(200, 160, (x, y) => (x < 10 || y < 10 ? 8 : texture(x, y)))), none);
});

test('a light wall on all sides of a head that nearly fills the picture is not a paper border', () => {
  const head = drawn(200, 200, (x, y) => (Math.hypot(x - 100, y - 100) < 88 ? texture(x, y) : 80));
  assert.deepEqual(findPaperBorder(head), none);
});

test('if the print is slightly rotated, the border contains only the rows and columns that are completely paper', () => {
  const print = drawn(200, 160, (x, y) => {
    const isPaper = y < 10 + x / 100 || y >= 148 || x < 12 || x >= 188;
    return isPaper ? 85 : texture(x, y);
  });
  assert.deepEqual(findPaperBorder(print), { left: 12, right: 12, top: 11, bottom: 12 });
});

test('padBorder restores the size that cropBorder removed, filled with the given value', () => {
  const margins = { left: 2, right: 1, top: 1, bottom: 3 };
  const whole = padBorder(
    cropBorder(
      drawn(10, 9, () => 5),
      margins,
    ),
    margins,
    0,
  );
  assert.deepEqual([whole.width, whole.height], [10, 9]);
  const sum = whole.data.reduce((total, value) => total + value, 0);
  assert.equal(sum, 5 * 7 * 5);
  assert.equal(whole.data[12], 5);
  assert.equal(whole.data[11], 0);
});
