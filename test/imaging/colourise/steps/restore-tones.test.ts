import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changedLightness,
  findTones,
  restoreTones,
} from '../../../../src/imaging/colourise/steps/restore-tones.ts';
import { greyOfLightness, shrinkLightness } from '../../../../src/imaging/pixels/lab.ts';
import type { Plane, RgbBytes } from '../../../../src/imaging/pixels/plane.ts';
import { drawnPlane, greyBytes } from '../../planes.ts';

const none = { left: 0, right: 0, top: 0, bottom: 0 };
/** The lightness L of a test picture that has all values from 0 to 100 in each of its regions. */
const scene = (x: number, y: number): number => (x * 37 + y * 17) % 101;
const fadedScene = (x: number, y: number): number => 32 + 0.42 * scene(x, y);
const byteOf = (lightness: number): number => Math.round(255 * greyOfLightness(lightness));

function rangeOf({ data }: Plane): readonly [number, number] {
  const sorted = data.toSorted();
  return [sorted[Math.round(0.01 * data.length)] ?? 0, sorted[Math.round(0.99 * data.length)] ?? 0];
}

function restored(width: number, height: number): RgbBytes {
  const print = greyBytes(width, height, (x, y) => byteOf(fadedScene(x, y)));
  const tones = findTones(shrinkLightness(print, width, height), none);
  assert.ok(tones !== null);
  return restoreTones(print, tones);
}

test('a faded print gets deep black and bright white', () => {
  const [low, high] = rangeOf(shrinkLightness(restored(240, 180), 240, 180));
  assert.ok(low < 6, `black is ${low}`);
  assert.ok(high > 93, `white is ${high}`);
});

test('a photo with all tones, a dark photo with deep black and a foggy photo with bright white do not change', () => {
  assert.equal(findTones(drawnPlane(200, 150, scene), none), null, 'all tones');
  assert.equal(
    findTones(
      drawnPlane(200, 150, (x, y) => 0.55 * scene(x, y)),
      none,
    ),
    null,
    'a dark photo',
  );
  assert.equal(
    findTones(
      drawnPlane(200, 150, (x, y) => 26 + 0.74 * scene(x, y)),
      none,
    ),
    null,
    'fog',
  );
});

test('a light picture with nearly one tone stays light and keeps nearly one tone', () => {
  const lightness = drawnPlane(200, 150, (x, y) => 90 + 0.03 * scene(x, y));
  const tones = findTones(lightness, none);
  const [low, high] = rangeOf(tones === null ? lightness : changedLightness(lightness, tones));
  assert.ok(low > 84 && high < 99, `L is ${low} to ${high}`);
});

test('a faded print is recognised in spite of a white paper border or the black lid of a scanner in the picture', () => {
  const border = { left: 10, right: 10, top: 10, bottom: 10 };
  const onPaper = drawnPlane(220, 170, (x, y) => {
    const isPaper = x < 10 || x >= 210 || y < 10 || y >= 160;
    return isPaper ? 97 : fadedScene(x, y);
  });
  assert.notEqual(findTones(onPaper, border), null);
  const lid = drawnPlane(220, 170, (x, y) => (y < 5 ? 1 : fadedScene(x, y)));
  assert.notEqual(findTones(lid, none), null);
});

test('restoreTones gives the picture the same tones that changedLightness gives the plane of its lightness', () => {
  const print = greyBytes(120, 90, (x, y) => byteOf(fadedScene(x, y)));
  const lightness = shrinkLightness(print, 120, 90);
  const tones = findTones(lightness, none);
  assert.ok(tones !== null);
  const expected = changedLightness(lightness, tones).data;
  const actual = shrinkLightness(restoreTones(print, tones), 120, 90).data;
  actual.forEach((value, i) => {
    assert.ok(Math.abs(value - (expected[i] ?? 0)) < 0.6, `${value} instead of ${expected[i]} at ${i}`);
  });
});

test('a large picture gets the same tones as a small one', () => {
  const small = shrinkLightness(restored(101, 101), 1, 1).data[0] ?? 0;
  const large = shrinkLightness(restored(1010, 505), 1, 1).data[0] ?? 0;
  assert.ok(Math.abs(small - large) < 2, `${small} and ${large}`);
});
