import assert from 'node:assert/strict';
import { it } from 'node:test';
import { separateLayers } from '../../../src/imaging/matting/foreground.ts';
import { upsampleAlpha, upsampleForeground } from '../../../src/imaging/matting/upsample-matte.ts';
import { emptyPlane, type Plane, type RgbImage, resizePlane } from '../../../src/imaging/pixels/plane.ts';

const hair = [0.12, 0.09, 0.08] as const;
const wall = [0.78, 0.8, 0.76] as const;
const [width, height] = [240, 180] as const;

/** A head with a soft edge on its left, and separate hairs 1.5 pixels wide. */
function knownAlpha(): Plane {
  const alpha = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    const sway = 6 * Math.sin(y / 17);
    for (let x = 0; x < width; x++) {
      const head = (x - 100) / 3;
      const strand = x > 40 && x < 104 && y > 20 ? 1.5 - Math.abs(((x + sway) % 16) - 8) : 0;
      alpha.data[y * width + x] = Math.min(1, Math.max(0, head, strand));
    }
  }
  return alpha;
}

/** A picture in which this alpha mixes hair and wall, with noise of up to ±`grain` that is the same in every run. */
function photographed(alpha: Plane, grain: number): RgbImage {
  const data = new Float32Array(3 * alpha.data.length);
  for (let j = 0; j < data.length; j++) {
    const a = alpha.data[Math.floor(j / 3)] ?? 0;
    const noise = ((j * 7919) % 101) / 50 - 1;
    data[j] = a * (hair[j % 3] ?? 0) + (1 - a) * (wall[j % 3] ?? 0) + grain * noise;
  }
  return { width: alpha.width, height: alpha.height, data };
}

/** Shrinks a picture to half its width and height: each pixel is the mean of two by two pixels. */
function halved({ width: fromWidth, height: fromHeight, data: from }: Plane, channels: number): Plane {
  const toWidth = fromWidth / 2;
  const data = new Float32Array(from.length / 4);
  for (let k = 0; k < from.length; k++) {
    const i = Math.floor(k / channels);
    const [x, y] = [Math.floor((i % fromWidth) / 2), Math.floor(i / fromWidth / 2)];
    const target = (y * toWidth + x) * channels + (k % channels);
    data[target] = (data[target] ?? 0) + (from[k] ?? 0) / 4;
  }
  return { width: toWidth, height: fromHeight / 2, data };
}

function sumOfDifferences(a: Plane, b: Plane): number {
  return a.data.reduce((sum, value, i) => sum + Math.abs(value - (b.data[i] ?? 0)), 0);
}

const alpha = knownAlpha();
const smallAlpha = halved(alpha, 1);

for (const grain of [0, 0.02]) {
  it(`upsampleAlpha restores hairs thinner than a pixel of the small matte, with noise of ${grain}`, () => {
    const large = photographed(alpha, grain);
    const found = upsampleAlpha({ image: halved(large, 3), alpha: smallAlpha }, large);
    const plain = resizePlane(smallAlpha, width, height);
    const [left, before] = [sumOfDifferences(found, alpha), sumOfDifferences(plain, alpha)];
    assert.ok(left < before / 10, `${left} of ${before} px is left`);
  });
}

it('upsampleAlpha returns exactly 0 for background and 1 inside the person, even in a noisy picture', () => {
  const large = photographed(alpha, 0.2);
  const found = upsampleAlpha({ image: halved(large, 3), alpha: smallAlpha }, large);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x < 30) assert.equal(found.data[i], 0, `background at ${x}, ${y}`);
      if (x > 112) assert.equal(found.data[i], 1, `person at ${x}, ${y}`);
    }
  }
});

it('upsampleAlpha to the same size returns the same alpha', () => {
  const image = photographed(alpha, 0.02);
  const found = upsampleAlpha({ image, alpha }, image);
  assert.ok(sumOfDifferences(found, alpha) < 1e-3);
});

it('upsampleForeground removes most of the wall’s colour from hairs, and keeps the pixels where alpha is 1', () => {
  const before = photographed(alpha, 0);
  const after = upsampleForeground(separateLayers(halved(before, 3), smallAlpha), alpha, before);
  let [fringe, fringeBefore] = [0, 0];
  for (let j = 0; j < after.data.length; j++) {
    const a = alpha.data[Math.floor(j / 3)] ?? 0;
    if (a === 1) assert.equal(after.data[j], before.data[j]);
    fringe += a * Math.abs((after.data[j] ?? 0) - (hair[j % 3] ?? 0));
    fringeBefore += a * Math.abs((before.data[j] ?? 0) - (hair[j % 3] ?? 0));
  }
  assert.ok(fringe < fringeBefore / 2, `${fringe} of ${fringeBefore} is left`);
});
