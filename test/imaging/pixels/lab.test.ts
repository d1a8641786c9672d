import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lightnessOf, paintRow, shrinkLightness } from '../../../src/imaging/pixels/lab.ts';

function lightnessOfPixel(...rgb: readonly [number, number, number]): number {
  const out = new Float32Array(1);
  lightnessOf(Uint8Array.from(rgb), 0, 1, out);
  return out[0] ?? Number.NaN;
}

function painted(rgb: readonly [number, number, number], a: number, b: number): [number, number, number] {
  const pixels = Uint8Array.from(rgb);
  paintRow(pixels, 0, 1, Float32Array.of(a), Float32Array.of(b));
  const [red = 0, green = 0, blue = 0] = pixels;
  return [red, green, blue];
}

// Computed from the definition of CIE Lab, D65.
const known: readonly (readonly [readonly [number, number, number], number, number, number])[] = [
  [[255, 0, 0], 53.24, 80.09, 67.2],
  [[0, 255, 0], 87.73, -86.18, 83.18],
  [[0, 0, 255], 32.3, 79.19, -107.86],
  [[120, 90, 60], 40.55, 8.5, 21.66],
];

test('lightnessOf returns the lightness L of CIE Lab', () => {
  assert.ok(Math.abs(lightnessOfPixel(0, 0, 0)) < 0.01);
  assert.ok(Math.abs(lightnessOfPixel(255, 255, 255) - 100) < 0.01);
  assert.ok(Math.abs(lightnessOfPixel(119, 119, 119) - 50.03) < 0.05);
  for (const [rgb, lightness] of known) assert.ok(Math.abs(lightnessOfPixel(...rgb) - lightness) < 0.1);
});

test('a grey painted with the a and b of a colour of the same lightness becomes that colour', () => {
  for (const [rgb, lightness, a, b] of known) {
    const greys = Array.from({ length: 256 }, (_, level) => level);
    const distance = (level: number): number => Math.abs(lightnessOfPixel(level, level, level) - lightness);
    const grey = greys.reduce((best, level) => (distance(level) < distance(best) ? level : best), 0);
    painted([grey, grey, grey], a, b).forEach((value, channel) => {
      // The tolerance: a grey of 8 bits has only nearly the same lightness, and the primary colours are at
      // the limit of sRGB.
      assert.ok(Math.abs(value - (rgb[channel] ?? 0)) <= 8, `${value} of ${rgb}`);
    });
  }
});

test('painting a grey pixel with a chroma of 0 does not change it', () => {
  for (let level = 0; level < 256; level++) {
    assert.deepEqual(painted([level, level, level], 0, 0), [level, level, level]);
  }
});

test('painting changes lightness by less than 1, even with colours outside sRGB', () => {
  for (let level = 0; level < 256; level += 5) {
    for (let angle = 0; angle < 6.2; angle += 0.4) {
      for (const chroma of [10, 60, 140]) {
        const rgb = painted([level, level, level], chroma * Math.cos(angle), chroma * Math.sin(angle));
        const moved = Math.abs(lightnessOfPixel(...rgb) - lightnessOfPixel(level, level, level));
        assert.ok(moved < 1, `${level} with ${chroma} at ${angle}: ${rgb}, ${moved}`);
      }
    }
  }
});

test('painting replaces the colour that a pixel had before', () => {
  const [red, green, blue] = painted([130, 100, 70], 0, 0);
  assert.equal(new Set([red, green, blue]).size, 1);
});

test('shrinkLightness makes each pixel the mean of the pixels that it covers', () => {
  // 6 × 3 pixels in columns of black and white, to 4 × 2: each new pixel covers 1.5 columns.
  const data = new Uint8Array(6 * 3 * 3);
  for (let i = 0; i < 18; i++) data.fill(i % 2 === 0 ? 255 : 0, i * 3, i * 3 + 3);
  const shrunk = shrinkLightness({ width: 6, height: 3, data }, 4, 2);
  const expected = [200 / 3, 200 / 3, 100 / 3, 100 / 3];
  for (let i = 0; i < 8; i++) {
    assert.ok(Math.abs((shrunk.data[i] ?? 0) - (expected[i % 4] ?? 0)) < 0.01, `${shrunk.data}`);
  }
});

test('shrinkLightness to the same size returns the lightness of each pixel', () => {
  const data = Uint8Array.from({ length: 5 * 4 * 3 }, (_, i) => (i * 37) % 256);
  const expected = new Float32Array(20);
  lightnessOf(data, 0, 20, expected);
  assert.deepEqual(shrinkLightness({ width: 5, height: 4, data }, 5, 4).data, expected);
});
